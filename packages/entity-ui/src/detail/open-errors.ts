type Errors = Readonly<Record<string, string>>

/**
 * The messages beside fields without those that were settled. If none was, they stay the same object: for another one,
 * React looks through the whole form for the places that read it, with each key.
 */
export function openErrors(errors: Errors, isSettled: (key: string) => boolean): Errors {
  const open = Object.entries(errors).filter(([key]) => !isSettled(key))
  return open.length === Object.keys(errors).length ? errors : Object.fromEntries(open)
}
