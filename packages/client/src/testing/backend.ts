import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import { Server } from 'socket.io'

/** One received call. */
export interface Call {
  method: string
  path: string
  query: Record<string, unknown>
  body: Record<string, unknown>
  headers: IncomingMessage['headers']
}

export type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; isLost?: boolean }
type Respond = (call: Call) => Answer | Promise<Answer | undefined> | undefined

/** A small real server with one entity, `Task`, in memory, and a socket beside it. */
export interface Backend {
  host: string
  calls: Call[]
  /** Newest first, as the entity sorts. */
  tasks: EntityRecord[]
  meta: Meta
  /** Events that clients emitted, with their payloads. */
  emitted: [event: string, payload: unknown][]
  io: Server
  /** Handles calls before the entity does; undefined passes them on. */
  respond: Respond
  /** Resolves when `count` calls match. */
  waitFor(question: (call: Call) => boolean, count?: number): Promise<void>
  close(): Promise<void>
}

export async function startBackend(taskCount = 0): Promise<Backend> {
  const server = createServer((request, response) => void handle(request, response))
  const io = new Server(server, { path: '/socket.io' })
  const waiting = new Set<() => void>()
  const backend: Backend = {
    host: '',
    calls: [],
    tasks: Array.from({ length: taskCount }, (_, index) => task(index)),
    meta: taskMeta(),
    emitted: [],
    io,
    respond: () => undefined,
    waitFor: (question, count = 1) =>
      new Promise((resolve) => {
        const check = () => {
          if (backend.calls.filter(question).length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    close: async () => {
      await io.close()
      server.closeAllConnections()
    },
  }

  io.on('connection', (socket) => {
    socket.onAny((event: string, payload: unknown, acknowledge?: (answer: unknown) => void) => {
      backend.emitted.push([event, payload])
      acknowledge?.({ ok: true })
    })
  })

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await readCall(request)
    backend.calls.push(call)
    for (const check of [...waiting]) check()
    const answer = (await backend.respond(call)) ?? entityAnswer(backend, call)
    const { status = 200, body = {}, headers = {}, isLost = false } = answer
    if (isLost) return void response.destroy()
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(status === 304 ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  backend.host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return backend
}

/** True for a read of a page of tasks. */
export const isList = (call: Call) => call.method === 'GET' && call.path === '/api/entity/Task'

export const task = (index: number): EntityRecord => ({
  id: `TASK-${String(index).padStart(4, '0')}`,
  subject: `Task ${index}`,
  status: 'Open',
  modified: `2026-01-05 10:00:00.${String(100_000 - index).padStart(6, '0')}`,
})

export function taskMeta(): Meta {
  const fields = [
    field('subject', 'Data', { reqd: 1 }),
    field('status', 'Select', { options: 'Open\nDone', in_standard_filter: 1 }),
    field('contact', 'Link', { options: 'Contact' }),
    field('summary', 'Small Text'),
    field('long_notes', 'Long Text'),
    field('snippet', 'Code'),
    field('checklist', 'Table', { options: 'Task Item' }),
  ]
  return {
    id: 'Task',
    module: 'Work',
    app_name: 'sample',
    type: 'Document',
    schema_version: 1,
    doc_meta: {
      id: 'Task',
      title_field: 'subject',
      image_field: null,
      search_fields: [],
      layout: 'List',
      sort_field: 'modified',
      sort_order: 'DESC',
      naming_rule: 'Series',
      has_communication: 1,
      allow_rename: 0,
      track_changes: 1,
      icon: null,
      fields,
      states: [],
      permissions: { read: 1, write: 1, create: 1, delete: 1, if_owner: 0 },
    },
    all_fields: [field('id', 'Data'), ...fields, field('modified', 'Datetime')],
    field_groups: [],
    default_field_group: { group_name: '', fields },
    states: [],
    links: [],
  }
}

function field(fieldname: string, fieldtype: string, more: Partial<FieldMeta> = {}): FieldMeta {
  return {
    idx: 1,
    fieldname,
    fieldtype,
    label: fieldname,
    description: null,
    options: null,
    default: null,
    reqd: 0,
    in_list_view: 1,
    in_standard_filter: 0,
    read_only: 0,
    hidden: 0,
    unique: 0,
    permlevel: 0,
    field_group: null,
    length: 140,
    ...more,
  }
}

/** The entity's own answer to a call. */
export function entityAnswer(backend: Backend, { method, path, query, body }: Call): Answer {
  const { tasks } = backend
  if (path.endsWith('/meta')) return { body: backend.meta, headers: { ETag: `"Task-${backend.meta.schema_version}"` } }
  if (path === '/api/entity/List%20Setting')
    return { body: method === 'GET' ? { data: [], count: 0 } : { entity: { id: 'ls1' } } }
  if (path === '/api/entity/Task/bulk-update') {
    const changes = body.entities as EntityRecord[]
    for (const change of changes) Object.assign(tasks.find((row) => row.id === change.id) ?? {}, change)
    return { body: { entities: changes, count: changes.length } }
  }
  const id = decodeURIComponent(path.split('/')[4] ?? '')
  if (method === 'GET' && !id) return { body: listAnswer(tasks, query) }
  if (method === 'POST') {
    const made = { ...task(9000 + tasks.length), ...body }
    tasks.unshift(made)
    return { body: { entity: made } }
  }
  const found = tasks.find((row) => row.id === (id || body.id))
  if (!found) return { status: 404, body: { status: 404, message: `Task ${id} was not found.` } }
  if (method === 'DELETE') tasks.splice(tasks.indexOf(found), 1)
  if (method === 'PUT') Object.assign(found, body, { modified: body.modified ?? '2026-02-01 10:00:00.000000' })
  return { body: { entity: found } }
}

function listAnswer(tasks: EntityRecord[], query: Record<string, unknown>) {
  const start = Number(query.limit_start ?? 0)
  const length = Number(query.limit_page_length ?? 20)
  const matching = tasks.filter((row) => Object.entries((query.filters as object) ?? {}).every(matches(row)))
  return {
    data: matching.slice(start, start + length).map((row) => ({ ...row })),
    field_info: [],
    title_field: 'subject',
    count: matching.length,
    limit_start: start,
    limit_page_length: length,
    open_count: 0,
  }
}

const matches =
  (row: EntityRecord) =>
  ([name, condition]: [string, unknown]) =>
    Array.isArray(condition) && condition[0] === 'in'
      ? (condition[1] as unknown[]).includes(row[name])
      : row[name] === condition

async function readCall(request: IncomingMessage): Promise<Call> {
  let text = ''
  for await (const chunk of request) text += chunk
  const url = new URL(request.url ?? '', 'http://localhost')
  const query: Record<string, unknown> = {}
  for (const [name, value] of url.searchParams) query[name] = /^[[{]/.test(value) ? JSON.parse(value) : value
  return {
    method: request.method ?? '',
    path: url.pathname,
    query,
    body: text === '' ? {} : JSON.parse(text),
    headers: request.headers,
  }
}
