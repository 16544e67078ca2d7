import { fileURLToPath } from 'node:url'

/** The file that Node runs as the command `tavla`. */
export const tavla = fileURLToPath(new URL('../../bin/tavla.mjs', import.meta.url))

/** The environment of a process started by hand: nothing but what finding and running the command needs, and `variables`. */
export function bareEnvironment(variables: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', NODE_OPTIONS } = process.env
  return { PATH, ...(NODE_OPTIONS && { NODE_OPTIONS }), ...variables }
}

/** The option of `npm test` that lets `tavla` run from one file, for a process that gets no variables; without it, none. */
export const oneFileArguments: readonly string[] = (process.env.NODE_OPTIONS ?? '')
  .split(' ')
  .filter((option) => option.includes('/one-file/redirect.mjs?'))
