import type { UndoAnswer } from '@tavla/contract'
import { needOfConnection } from '../need-of-connection.ts'
import { query, setOperationHooks } from '../request.ts'
import { isUnanswered } from '../unanswered.ts'
import { entityPath } from './entities.ts'

/** An operation that this tab wrote. */
export interface TabOperation {
  host: string
  id: string
  /** True for a change of a definition, whose undo may lose data. */
  isDefinition?: boolean
  /** Only this version of one of its records is taken back; for people who may not see the operation. */
  version?: { entity: string; record: string; version: string }
}

/** How an operation is taken back. */
export interface UndoMode {
  /** Tells what the undo would do, and does nothing. */
  isDryRun?: boolean
  /** The person accepts the losses that a dry run told. */
  isLossConfirmed?: boolean
}

/** Number of operations that this tab can take back one after the other. */
const maxKept = 20

const done: TabOperation[] = []
const undone: TabOperation[] = []
let latest: TabOperation | undefined

/** Sends each write under an id of its own (reference: http-api, Repeated calls), and keeps those of this tab for undo. */
export function trackOperations(): void {
  setOperationHooks({
    idFor(path) {
      if (!takesId.test(path) || isPersonal(path)) return undefined
      if (!onlyReads.test(path)) latest = undefined
      return newOperationId()
    },
    onWritten(host, path, id) {
      if (isPersonal(path) || path.startsWith(logPath) || done.some((one) => one.id === id)) return
      latest = { host, id, isDefinition: ofDefinitions.test(path) }
      keep(done, latest)
      undone.length = 0
    },
  })
}

const takesId = /^\/api\/(entity|user|app|utils\/rename_entity)(\/|$|\?)/
/** Actions that read, such as the history that a screen reads again after a save. */
const onlyReads = /[?&]run_method=(get|check|preview)_/
const logPath = entityPath('Operation Log')

/** Path of an operation's row. */
export const operationPath = (id: string): string => entityPath('Operation Log', id)

/** Path of the call that takes an operation back. */
export const undoPath = (id: string): string => `${operationPath(id)}?run_method=undo`

const ofDefinitions = new RegExp(`^${entityPath('Entity')}(/|$|\\?)`)

/** Widths of columns and the like: nobody takes them back. */
const isPersonal = (path: string) => path.startsWith(entityPath('List Setting'))

/** The operation of this tab's last call that could write; undefined when the call changed nothing. */
export const justWritten = (): TabOperation | undefined => latest

/** The operation that this tab wrote last. */
export const lastOperation = (): TabOperation | undefined => done.at(-1)

/** The undo that this tab made last, and that nothing has followed. */
export const lastUndo = (): TabOperation | undefined => undone.at(-1)

/** The operation ids of undos that got no answer, by their calls: a repeat keeps the id, and so is applied once. */
const unanswered = new Map<string, string>()

/** True for what this tab wrote or undid, or is undoing: its notice tells of that. */
export const isOfThisTab = (id: string): boolean =>
  [...done, ...undone].some((one) => one.id === id) || [...unanswered.values()].includes(id)

/**
 * Takes an operation back, or tells by `dry_run` what that would do (reference: http-api, Undo). Throws ApiError, after
 * which the operation is no longer offered, unless no answer came: then the same undo can be sent again.
 */
export async function undoOperation(operation: TabOperation, mode: UndoMode = {}): Promise<UndoAnswer> {
  const { isDryRun = false, isLossConfirmed = false } = mode
  const { version, ...whole } = operation
  const path = version
    ? `${entityPath(version.entity, version.record)}?run_method=undo_version`
    : undoPath(operation.id)
  const only = version && { version: version.version }
  const body = { data: { ...only, ...(isDryRun && { dry_run: 1 }), ...(isLossConfirmed && { confirm_data_loss: 1 }) } }
  const call = JSON.stringify([operation.host, path, body])
  const id = unanswered.get(call) ?? newOperationId()
  unanswered.set(call, id)
  try {
    const headers = { 'Operation-Id': id }
    const { data } = await query<{ data: UndoAnswer }>('POST', path, { host: operation.host, body, headers })
    unanswered.delete(call)
    if (isDryRun) return data
    drop(operation)
    if (data.operation) keep(data.kind === 'Undo' ? undone : done, { ...whole, id: data.operation })
    return data
  } catch (error) {
    // Without an answer nothing is decided.
    if (isUnanswered(error)) throw needOfConnection(error)
    unanswered.delete(call)
    drop(operation)
    throw error
  }
}

function keep(list: TabOperation[], operation: TabOperation): void {
  list.push(operation)
  list.splice(0, list.length - maxKept)
}

function drop({ id }: TabOperation): void {
  for (const list of [done, undone]) {
    const at = list.findIndex((one) => one.id === id)
    if (at >= 0) list.splice(at, 1)
  }
}

/** A UUID of version 7: the time in milliseconds, then random digits. */
export function newOperationId(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0'))
  const time = Date.now().toString(16).padStart(12, '0')
  const random = digits.join('')
  const variant = (8 + (Number.parseInt(random.slice(3, 4), 16) & 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}
