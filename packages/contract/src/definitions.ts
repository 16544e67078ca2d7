/** Definitions as data (reference: http-api, Definitions). */
export interface DefinitionsFile {
  format: 'tavla-definitions'
  version: 1
  site: string
  /** Wall clock of the site. */
  taken_at: string
  items: DefinitionsFileItem[]
}

export interface DefinitionsFileItem {
  kind: string
  id: string
  hash: string
  value: Readonly<Record<string, unknown>>
}

export type DefinitionRisk = 'Safe' | 'Careful' | 'Loss'

/** One step of a plan. */
export interface DefinitionPlanItem {
  /** `<kind>/<id>`. */
  key: string
  change: 'add' | 'change' | 'rename' | 'remove'
  /** The id until now, of a rename. */
  from?: string
  risk: DefinitionRisk
  conflict: 0 | 1
  picked: 0 | 1
  needs: string[]
  /** The answer of `check_changes`; null where the step changes no stored record. */
  effect: Readonly<Record<string, unknown>> | null
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

/** Values that a step loses. */
export interface DefinitionItemLoss {
  key: string
  fieldname: string
  records: number
  samples: string[]
}
