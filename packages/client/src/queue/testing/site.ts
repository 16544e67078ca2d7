import type { EntityRecord } from '@tavla/contract'
import { type Answer, type Backend, type Call, entityAnswer, startBackend } from '../../testing/backend.ts'

/** A small site that remembers operations, as a real one does, and whose network can fail. */
export interface Site extends Backend {
  /** `unanswered`: calls arrive and are done, but their answers are lost. */
  network: 'up' | 'down' | 'unanswered'
  /** The user of the session. */
  user: string
  /** Milliseconds by which its clock is ahead. */
  ahead: number
  /** Refuses some writes before they are done. */
  refuse(call: Call): Answer | undefined
  /** Subjects of the tasks, newest first. */
  subjects(): unknown[]
  /** The writes that were done: not the repeats, and not the refused ones. */
  writes(): string[]
}

interface Operation {
  call: string
  answer: Answer
  before: EntityRecord[]
  isUndone: boolean
}

export async function startSite(taskCount = 0): Promise<Site> {
  const backend = await startBackend(taskCount)
  const operations = new Map<string, Operation>()
  const written: string[] = []
  const site: Site = Object.assign(backend, {
    network: 'up' as const,
    user: 'noa@example.com',
    ahead: 0,
    refuse: () => undefined,
    subjects: () => backend.tasks.map(({ subject }) => subject),
    writes: () => written,
  })

  const undo = (id: string): Answer => {
    const operation = operations.get(id)
    if (!operation) return { status: 404, body: { status: 404, message: 'Not found' } }
    if (operation.isUndone) return { status: 409, body: { status: 409, message: 'This was already undone.' } }
    operation.isUndone = true
    site.tasks = structuredClone(operation.before)
    written.push('undo')
    return { body: { data: { operation: 'undone', kind: 'Undo', undone: 1, count: 1, skipped: [] } } }
  }

  const write = (call: Call): Answer => {
    const { id, isUndo } = operationAt(call)
    if (isUndo) return undo(id)
    const { subject } = call.body
    written.push(`${call.method} ${typeof subject === 'string' ? subject : call.path}`)
    return entityAnswer(site, call)
  }

  const once = (call: Call): Answer => {
    const refusal = site.refuse(call)
    if (refusal) return refusal
    const id = String(call.headers['operation-id'])
    const about = JSON.stringify([call.method, call.path, call.body])
    const known = operations.get(id)
    if (known) return known.call === about ? known.answer : { status: 409, body: { status: 409 } }
    const before = structuredClone(site.tasks)
    const answer = structuredClone(write(call))
    if ((answer.status ?? 200) === 200) operations.set(id, { call: about, answer, before, isUndone: false })
    return answer
  }

  const logRow = ({ id }: { id: string }): Answer => {
    const operation = operations.get(id)
    if (!operation) return { status: 404, body: { status: 404, message: 'Not found' } }
    const { entity } = operation.answer.body as { entity?: EntityRecord }
    return { body: { entity: { id, ref_id: entity?.id ?? null, undo_state: operation.isUndone ? 'Undone' : null } } }
  }

  const answerTo = (call: Call): Answer => {
    if (call.path === '/api/auth/validate') return { body: { user: site.user } }
    if (call.path === '/api/health/live') return {}
    const isOfTask = call.path.startsWith('/api/entity/Task') || call.path.startsWith(log)
    if (call.method !== 'GET' && site.user === 'Guest') return { status: 401, body: { status: 401 } }
    if (call.method !== 'GET' && isOfTask) return once(call)
    return call.path.startsWith(log) ? logRow(operationAt(call)) : entityAnswer(site, call)
  }

  backend.respond = (call) => {
    if (site.network === 'down') return { isLost: true }
    const answer = answerTo(call)
    const date = new Date(Date.now() + site.ahead).toUTCString()
    return { ...answer, headers: { ...answer.headers, Date: date }, isLost: site.network === 'unanswered' }
  }
  return site
}

const log = '/api/entity/Operation%20Log/'

const operationAt = ({ path, query }: Call) => ({
  id: decodeURIComponent(path.slice(log.length)),
  isUndo: path.startsWith(log) && query.run_method === 'undo',
})
