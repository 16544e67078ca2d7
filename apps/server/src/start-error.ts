/** Something the operator has to put right before the site can start; the message is the one sentence they read. */
export class StartError extends Error {
  override name = 'StartError'
}
