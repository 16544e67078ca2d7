import { type Message, notPossibleNow, type Problem, recordNotFound } from '@tavla/contract'
import { type Context, createIn, updateIn } from '../../entity/index.ts'
import { encodeSentence } from '../../ground/sentences.ts'
import type { Tx } from '../../store/store.ts'
import type { Hq } from './hq.ts'
import { type Project, type ProjectStatus, readProject } from './rows.ts'

export interface Transition {
  from: readonly ProjectStatus[]
  to: ProjectStatus
  event: string
  message?: Message
  /** Further fields of the record. */
  values?: Readonly<Record<string, unknown>>
}

/**
 * Changes the state of a project, as nothing else does (reference: hosting, Project states): writes record, event and
 * version in one transaction, with the row locked. `ctx` is the user's, or the system's own.
 * @throws Problem 404, or 409 when the project's state is not in `from`
 */
export async function changeState(hq: Hq, ctx: Context, id: string, transition: Transition): Promise<Project> {
  const { engine } = hq.site
  return engine.store.write(async (tx) => {
    const { from, to, event, message, values } = transition
    const row = await engine.rows(engine.models.require('Project')).byIdLocked(tx, id)
    if (!row) throw recordNotFound('Project', id)
    const status = row.status as ProjectStatus
    if (!from.includes(status)) throw notNow(status)
    // A promotion whose target ended waits for it to run again.
    const isAwaited = event === 'start' && row.under_way === 'Promotion'
    if (!ctx.system && !isAwaited) hq.underWay.requireFree(id, row.under_way)
    await updateIn(engine, systemFor(ctx), tx, 'Project', id, { ...values, status: to })
    await noteEvent(hq, ctx, tx, { project: id, event, from: status, to, message })
    return readProject(engine, id, tx)
  })
}

/** States in which a project can be deleted. */
export const deletable: readonly ProjectStatus[] = ['Created', 'Stopped', 'Failed']

/** 409, with an error at each field that can't change in this state. */
export function notNow(status: ProjectStatus, fieldnames: readonly string[] = []): Problem {
  const message: Message = { text: 'This is not possible while the project is {0}.', args: [{ translate: status }] }
  const errors = fieldnames.map((fieldname) => ({ fieldname, message }))
  return notPossibleNow(message, errors.length > 0 ? errors : undefined)
}

export interface ProjectEvent {
  project: string | null
  event: string
  from?: ProjectStatus
  to?: ProjectStatus
  message?: Message | undefined
}

/** Writes a project event, inside a transaction. */
export async function noteEvent(hq: Hq, ctx: Context, tx: Tx, note: ProjectEvent): Promise<void> {
  const { engine } = hq.site
  await createIn(engine, systemFor(ctx), tx, 'Project Event', {
    project: note.project,
    event: note.event,
    from_status: note.from ?? null,
    to_status: note.to ?? null,
    message: note.message ? encodeSentence(note.message) : null,
    // HQ's own work has no user.
    user: ctx.system ? null : ctx.actor.user,
    at: engine.clock.nowUtc(),
  })
}

/** The same user with the rights of the system, which may set read-only fields. */
export const systemFor = (ctx: Context): Context => ({ ...ctx, system: true })
