/** The result of some work; undefined if it takes longer. The work itself goes on. */
export function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>()
  const timer = setTimeout(() => resolve(undefined), milliseconds)
  work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}
