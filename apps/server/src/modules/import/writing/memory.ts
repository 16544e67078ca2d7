import { fold } from '@tavla/fields/server'
import type { Context, Engine, Model } from '../../../entity/index.ts'
import { importTargets, type Target } from '../../import-targets.ts'
import type { CellWords } from '../matching/cells.ts'
import { cellOf, type ImportPlan, isBlank, type PlanLine } from '../plan.ts'

/** An import under way: what it does, and what it has found out about the records that it names. */
export interface Importing {
  engine: Engine
  model: Model
  plan: ImportPlan
  /** The targets of the plan by their names. */
  targets: ReadonlyMap<string, Target>
  words: CellWords
  memory: ImportMemory
}

export function startImporting(engine: Engine, ctx: Context, plan: ImportPlan, words: CellWords): Importing {
  const model = engine.models.require(plan.entity)
  const targets = importTargets(engine, ctx, model)
  return { engine, model, plan, targets, words, memory: new ImportMemory() }
}

/** The records of a link: those that have the written text as their id, or else as their title. */
export type Linked = readonly string[]

/** Texts of links that are remembered; beyond that they are looked up again. */
const maxLinks = 100_000
/** Missing links that are told. */
const maxMissing = 500

/** Knows the file as a whole, and the records that it names, while its blocks pass by. */
export class ImportMemory {
  /** Ids by `entity text`. */
  readonly links = new Map<string, Linked>()
  /** Ids of existing records by the folded value of the key. */
  readonly found = new Map<string, Linked>()
  /** First line of the file with a key. */
  readonly keys = new Map<string, number>()
  /** Folded ids and titles (`linkKey` without an entity) that records of the file will have. */
  readonly names = new Set<string>()
  /** Ids of records that this import made, by their folded ids and titles. */
  readonly made = new Map<string, string>()
  /** Lines by `field value` of the unique values that the file gives to records. */
  readonly unique = new Map<string, number>()
  /** Written texts of links that lead to no record, by target. */
  readonly missing = new Map<string, Set<string>>()

  /** Forgets what is of no use to further lines. */
  forgetFound(): void {
    this.found.clear()
    if (this.links.size > maxLinks) this.links.clear()
  }

  noteMissing(target: string, text: string): void {
    const texts = this.missing.get(target) ?? new Set()
    if (texts.size < maxMissing) texts.add(text)
    this.missing.set(target, texts)
  }
}

export const linkKey = (entity: string, text: string) => `${entity} ${fold(text.trim())}`

/** Whether records link to records of the same entity, so that a line may name one that a later line makes. */
export const linksToItself = ({ plan, targets }: Pick<Importing, 'plan' | 'targets'>): boolean =>
  plan.targets.some((name) => targets.get(name)?.field.rule.options === plan.entity)

/** Notes what the records of these lines will be called, for links within the file. */
export function noteNames(importing: Importing, lines: readonly PlanLine[]): void {
  if (!linksToItself(importing)) return
  for (const line of lines) for (const name of namesOf(importing, line)) importing.memory.names.add(name)
}

/** Notes a record that this import made, under the names by which other lines may link to it. */
export function noteMade(importing: Importing, line: PlanLine, id: string): void {
  const { memory } = importing
  if (memory.names.size === 0) return
  for (const name of [...namesOf(importing, line), linkKey('', id)]) memory.made.set(name, id)
}

function namesOf({ plan, model }: Importing, line: PlanLine): string[] {
  if (line.head !== undefined) return []
  const names = new Set(['id', model.titleField?.name, model.definition.naming_value, plan.key])
  return [...names].flatMap((name) => {
    const cell = name ? cellOf(plan, line, name) : null
    return isBlank(cell) ? [] : [linkKey('', String(cell))]
  })
}
