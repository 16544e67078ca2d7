export interface Model {
  todo: true
}
