export interface Engine {
  todo: true
}
