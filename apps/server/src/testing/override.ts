/** Sets limits or times of the program for a test. A name that the program no longer uses is an error of the types. */
export function override<T extends object>(settings: T, values: Partial<T>): void {
  Object.assign(settings, values)
}
