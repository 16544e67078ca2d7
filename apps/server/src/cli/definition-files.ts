import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { DefinitionItem } from '../entity/index.ts'
import { StartError } from '../ground/start-error.ts'

/** Definitions as files, one for each, whose bytes follow from the item alone (reference: configuration, Definitions by command). */
export type FiledItem = Pick<DefinitionItem, 'kind' | 'id' | 'value'>

/** Bytes of the largest file. */
const maxFile = 16 * 1_048_576
/** Bytes of the longest name that every system takes, with room for an ending. */
const maxName = 200

/**
 * Makes the folder hold these items: writes those that differ, and removes the files of items that are gone. Other files
 * stay as they are.
 * @throws StartError
 */
export function writeItems(folder: string, items: readonly FiledItem[]): { written: number; removed: number } {
  const stage = join(folder, `.exporting-${process.pid}`)
  try {
    const texts = new Map(items.map((item) => [placeOf(item), textOf(item)]))
    const changed = [...texts].filter(([place, text]) => readText(join(folder, place)) !== text)
    mkdirSync(stage, { recursive: true })
    for (const [at, [, text]] of changed.entries()) writeFileSync(join(stage, String(at)), text, { flush: true })
    const gone = filesIn(folder).filter((place) => !texts.has(place) && isItem(folder, place))
    for (const [at, [place]] of changed.entries()) {
      mkdirSync(dirname(join(folder, place)), { recursive: true })
      renameSync(join(stage, String(at)), join(folder, place))
    }
    for (const place of gone) removeFile(folder, place)
    return { written: changed.length, removed: gone.length }
  } catch (error) {
    throw cannot(folder, 'written', error)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** The items of a folder. @throws StartError for a file that is none */
export function readItemFiles(folder: string): FiledItem[] {
  let places: string[]
  try {
    places = filesIn(folder)
  } catch (error) {
    throw cannot(folder, 'read', error)
  }
  if (places.length === 0) throw new StartError(`There are no definitions in ${folder}.`)
  return places.map((place) => readItem(folder, place))
}

const placeOf = ({ kind, id }: FiledItem) => `${fileName(kind)}/${fileName(id)}.json`

const textOf = ({ kind, id, value }: FiledItem): string => {
  const filed = kind === 'Entity' ? value : withoutRowIds(value)
  return `${JSON.stringify({ id, kind, value: filed }, null, 2)}\n`
}

/** Only rows of entities are told again by their ids; those of others differ from site to site and say nothing. */
const withoutRowIds = (value: FiledItem['value']) =>
  Object.fromEntries(
    Object.entries(value).map(([name, list]) => [
      name,
      Array.isArray(list) ? list.map((row) => (isObject(row) ? { ...row, id: undefined } : row)) : list,
    ]),
  )

/** A name that every file system takes; a long one is cut, and told from others by a hash. */
function fileName(name: string): string {
  const safe = name.replace(/[%:*?"<>|\\/]|^[. ]|[. ]$/g, hexOf)
  if (Buffer.byteLength(safe) <= maxName) return safe
  let cut = safe
  while (Buffer.byteLength(cut) > maxName - 20) cut = cut.slice(0, -1).toWellFormed()
  return `${cut}~${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
}

const hexOf = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** The places of all files that may be items: one level down, visible, JSON. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const isVisible = ({ name }: { name: string }) => !name.startsWith('.')
  const kinds = readdirSync(folder, { withFileTypes: true }).filter((entry) => isVisible(entry) && entry.isDirectory())
  return kinds
    .flatMap((kind) =>
      readdirSync(join(folder, kind.name), { withFileTypes: true })
        .filter((entry) => isVisible(entry) && entry.name.endsWith('.json'))
        .map((entry) => `${kind.name}/${entry.name}`),
    )
    .toSorted()
}

function isItem(folder: string, place: string): boolean {
  try {
    return readItem(folder, place) !== undefined
  } catch (error) {
    if (error instanceof StartError) return false
    throw error
  }
}

/** @throws StartError */
function readItem(folder: string, place: string): FiledItem {
  const file = join(folder, place)
  const refuse = (why: string) => new StartError(`The file ${file} is no definition: ${why}.`)
  const { size, isRegular } = statOf(file)
  if (!isRegular) throw refuse('it is not a plain file')
  if (size > maxFile) throw refuse('it is too large')
  let item: unknown
  try {
    item = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)))
  } catch (error) {
    throw refuse(error instanceof SyntaxError || error instanceof TypeError ? 'it is not JSON' : 'it cannot be read')
  }
  if (!isFiledItem(item)) throw refuse('it needs id, kind and value, and nothing else')
  const right = placeOf(item)
  if (right.normalize() !== place.normalize()) throw refuse(`${item.kind} ${item.id} belongs in ${right}`)
  return { kind: item.kind, id: item.id, value: item.value }
}

function isFiledItem(item: unknown): item is FiledItem {
  if (!isObject(item) || Object.keys(item).toSorted().join() !== 'id,kind,value') return false
  return typeof item.id === 'string' && item.id !== '' && typeof item.kind === 'string' && isObject(item.value)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function statOf(file: string): { size: number; isRegular: boolean } {
  const found = lstatSync(file)
  return { size: found.size, isRegular: found.isFile() }
}

function readText(file: string): string | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : undefined
}

function removeFile(folder: string, place: string): void {
  rmSync(join(folder, place))
  const kind = dirname(join(folder, place))
  if (readdirSync(kind).length === 0) rmdirSync(kind)
}

function cannot(folder: string, what: 'read' | 'written', error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? error : new StartError(`The folder ${folder} cannot be ${what} (${code}).`)
}
