import { createHash } from 'node:crypto'
import { type ImportColumn, importLimits, invalid, Problem, type Right, textOf } from '@tavla/contract'
import { dictionaryWithin } from '@tavla/i18n'
import { type Context, type Model, requireRight } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import { importTargets, isAlwaysNeeded, type Target } from '../import-targets.ts'
import { matchByContent } from './matching/by-content.ts'
import type { CellWords } from './matching/cells.ts'
import { judgeDateFormat, judgeDecimal } from './matching/formats.ts'
import { matchHeads, wordOf } from './matching/heads.ts'
import type { ImportOptions } from './options.ts'
import type { ImportPlan } from './plan.ts'
import { type Cell, noRows, type SheetRow, type TableBounds, TableFault, type TableForm } from './reading/table.ts'
import { readTable } from './reading/table-thread.ts'
import type { Remembered } from './remembered.ts'

export const bounds: TableBounds = {
  rows: importLimits.importRows,
  columns: importLimits.importColumns,
  cell: importLimits.importCell,
  unpacked: importLimits.importUnpacked,
}

/** Formats and columns are judged by so many rows. */
const judgedRows = 1_000
const shownSamples = 5

/** A file that can be imported. */
export interface ImportFile {
  name: string
  path: string
}

/** @throws Problem 403 or 404 for a file that the person may not read, 417 for one that is too large */
export async function findFile(site: Site, ctx: Context, url: unknown): Promise<ImportFile> {
  if (typeof url !== 'string' || url === '') throw invalid('{0} is required', [{ translate: 'File' }])
  const { record, path } = await site.files.at(ctx, url)
  if (Number(record.file_size) > importLimits.importBytes)
    throw asProblem({ text: 'The file is too large to be read.' })
  return { name: textOf(record.file_name), path }
}

/** The entity into which the person may import in this mode. @throws Problem 403, 404, 417 */
export function requireImport(site: Site, ctx: Context, entity: string, mode: ImportPlan['mode']): Model {
  const { engine } = site
  const model = engine.models.require(entity)
  if (model.kind !== 'Document' || model.readOnly || entity === 'Entity') {
    throw invalid('Records of {0} cannot be imported.', [{ translate: entity }])
  }
  for (const right of rightsFor[mode]) requireRight(engine, ctx, entity, right)
  return model
}

const rightsFor: Record<ImportPlan['mode'], readonly Right[]> = {
  create: ['create'],
  update: ['read', 'write'],
  both: ['create', 'read', 'write'],
}

/** A file as its first rows show it. */
export interface Opened {
  plan: ImportPlan
  /** Identifies the heads, by which the choice of columns is remembered. */
  heads: string
  isRemembered: boolean
}

/**
 * Reads the first rows of a file and decides how its lines become writes: by what is asked for, else by what the person
 * chose for the same heads before, else by the heads and the values below them.
 * @throws Problem 417 when it cannot be imported
 */
export async function openFile(
  site: Site,
  ctx: Context,
  file: ImportFile,
  model: Model,
  options: ImportOptions,
  remembered: Remembered,
): Promise<Opened> {
  const { form, rows } = await readFirst(file, options)
  const names = headsOf(rows, options.headRow)
  const samples = names.map((_, at) => rows.slice(1).map(({ cells }) => cells[at] ?? null))
  const heads = createHash('sha256').update(JSON.stringify(names)).digest('base64url')
  const known = options.mapping ? undefined : await remembered.find(ctx.actor.user, model.id, heads)
  const targets = importTargets(site.engine, ctx, model)
  const chosen = options.mapping ?? known?.mapping
  const matched = chosen
    ? names.map((_, at) => takeTarget(targets, model, chosen.get(at), known !== undefined))
    : matchColumns(site, model, [...targets.values()], names, samples)
  const columns = names.map((name, index) => ({
    ...{ index, name, fieldname: matched[index]?.name ?? null },
    samples: [...new Set(samples[index]?.filter((cell) => cell !== null && cell !== ''))].slice(0, shownSamples),
  }))
  const ofKind = (isIt: (target: Target) => boolean) =>
    matched.flatMap((target, at) => (target && isIt(target) ? (samples[at] ?? []) : []))
  const plan: ImportPlan = {
    entity: model.id,
    fileName: file.name,
    form,
    columns,
    targets: columns.flatMap(({ fieldname }) => fieldname ?? []),
    mode: options.mode ?? known?.mode ?? 'create',
    key: options.key === undefined ? (known?.key ?? null) : options.key,
    createsMissingLinks: options.createsMissingLinks,
    formats: {
      date: options.dateFormat ?? judgeDateFormat(ofKind(({ field }) => ['date', 'datetime'].includes(field.kind))),
      decimal: options.decimal ?? judgeDecimal(ofKind(({ field }) => ['integer', 'decimal'].includes(field.kind))),
    },
  }
  return { plan, heads, isRemembered: known !== undefined }
}

/** @throws Problem 417 when a column is given twice, or a needed one not at all */
export function checkColumns(site: Site, ctx: Context, model: Model, plan: ImportPlan): void {
  const { columns, targets, key, mode } = plan
  const all = importTargets(site.engine, ctx, model)
  const labelOf = (name: string) => ({ translate: all.get(name)?.field.rule.label ?? name })
  const twice = targets.find((name, at) => targets.indexOf(name) !== at)
  if (twice !== undefined) throw invalid('Column {0} appears twice.', [labelOf(twice)])
  const named = columns.filter(({ name }) => wordOf(name) !== '')
  const same = named.find(({ name, fieldname }) => {
    return fieldname !== null && named.some((other) => other.fieldname === null && wordOf(other.name) === wordOf(name))
  })
  if (same) throw invalid('Column {0} appears twice.', [same.name])
  const missing = (name: string) => {
    throw asProblem({ text: 'Choose the column of {0}.', args: [labelOf(name)] }, columns)
  }
  if (mode === 'update' && key === null) missing('id')
  if (key !== null && (!all.has(key) || !targets.includes(key))) missing(key)
  if (mode === 'update') return
  const needed = [...all.values()].filter(
    ({ name, field, inRows }) =>
      !inRows && name !== 'id' && isAlwaysNeeded(field) && field.kind !== 'flag' && !field.definition.default,
  )
  const unfilled = needed.find(({ name }) => !targets.includes(name))
  if (unfilled) missing(unfilled.name)
  if (targets.length === 0) missing(model.titleField?.name ?? 'id')
}

/** A fault of a file as the answer of a call. */
export function asProblem(detail: TableFault['detail'], columns?: readonly ImportColumn[]): Problem {
  return new Problem(417, 'ValidationError', 'Invalid Value', detail, { extra: columns ? { columns } : undefined })
}

/** The means to read the cells of an entity's file, whose choices bear its own Hebrew. */
export function wordsOf(
  { engine, translations }: Site,
  entity: string,
  formats: CellWords['formats'] = { date: null, decimal: null },
) {
  const thisYear = Number(engine.clock.nowWall().slice(0, 4))
  return { formats, thisYear, hebrew: dictionaryWithin(translations.dictionaryNow('he'), entity) }
}

async function readFirst(
  file: ImportFile,
  { reading, headRow }: ImportOptions,
): Promise<{ form: TableForm; rows: SheetRow[] }> {
  const rows: SheetRow[] = []
  try {
    const form = await readTable(
      { path: file.path, options: reading, bounds, most: judgedRows + headRow },
      async (batch) => {
        rows.push(...batch.filter(({ row }) => row >= headRow))
      },
    )
    if (rows.length < 2) throw noRows()
    return { form, rows }
  } catch (error) {
    throw error instanceof TableFault ? asProblem(error.detail) : error
  }
}

/** The head of each column; the widest line decides how many there are. */
function headsOf(rows: readonly SheetRow[], headRow: number): string[] {
  const [head] = rows
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const named = head?.row === headRow ? head.cells : []
  return Array.from({ length: width }, (_, at) => nameOf(named[at]))
}

const nameOf = (cell: Cell | undefined) =>
  cell === null || cell === undefined ? '' : String(cell).trim().slice(0, 200)

/** @throws Problem 417 for a name that no column can fill; a remembered one that is gone is passed over */
function takeTarget(
  targets: ReadonlyMap<string, Target>,
  model: Model,
  name: string | undefined,
  isRemembered: boolean,
): Target | undefined {
  if (name === undefined) return undefined
  const target = targets.get(name)
  if (!target && !isRemembered) throw invalid('{0} is not a field of {1}', [name, { translate: model.id }])
  return target
}

function matchColumns(
  site: Site,
  { id, definition }: Model,
  targets: readonly Target[],
  names: readonly string[],
  samples: readonly Cell[][],
): (Target | undefined)[] {
  const words = wordsOf(site, id)
  const { naming_rule: rule, naming_value: field } = definition
  const own = { entity: id, idField: rule === 'Prompt' ? 'id' : rule === 'Field' ? field : undefined }
  const matched = matchHeads(names, targets, site.translations.dictionaryNow('he'), own)
  for (const [at, cells] of samples.entries()) {
    if (matched[at]) continue
    const free = targets.filter((target) => !target.inRows && !matched.includes(target))
    matched[at] = matchByContent(cells.slice(0, 100), free, words)
  }
  return matched
}
