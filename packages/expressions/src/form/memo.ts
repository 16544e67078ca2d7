/** Keeps the last result of a piece of work for as long as what it reads is the same. */
export class Memo<Result> {
  #inputs: readonly unknown[] | undefined
  #result: Result | undefined

  get(inputs: readonly unknown[], work: () => Result): Result {
    const known = this.#inputs
    if (!known || known.length !== inputs.length || inputs.some((input, at) => !Object.is(input, known[at]))) {
      this.#result = work()
      this.#inputs = inputs
    }
    return this.#result as Result
  }
}

/** Two values of one field that a person would not tell apart. */
export const isSame = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null)

/** The list as it was, when its parts are the same. */
export function keptList<Part>(former: readonly Part[] | undefined, next: readonly Part[]): readonly Part[] {
  return former && former.length === next.length && next.every((part, at) => part === former[at]) ? former : next
}
