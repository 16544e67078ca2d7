/** The purpose of a project; the usual one, Development, has no mark (reference: screens, Environment marks). */
export type Environment = 'Production' | 'Staging' | 'Demo'

/** The icon of an environment; shape and colour of its sign are drawn by its name. */
export const environmentIcons: Readonly<Record<Environment, string>> = {
  Production: 'shield',
  Staging: 'science',
  Demo: 'co_present',
}

/** The environment that a value of the wire names; undefined for any other value. */
export function environmentOf(value: unknown): Environment | undefined {
  return environments.find((one) => one === value)
}

const environments: readonly Environment[] = ['Production', 'Staging', 'Demo']
