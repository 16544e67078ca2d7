/** The lines of a text that names one thing a line, without blank ones. */
export const linesOf = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : []
