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
 * The one way of a project from state to state (reference: hosting, Project states): record, event and version in one
 * transaction, which nobody else's can pass. `ctx` is the person's, or the system's own.
 * @throws Problem 404, or 409 when the project is in no state of `from`
 */
export async function changeState(hq: Hq, ctx: Context, id: string, transition: Transition): Promise<Project> {
  const { engine } = hq.site
  return engine.store.write(async (tx) => {
    const { from, to, event, message, values } = transition
    const row = await engine.rows(engine.models.require('Project')).byIdLocked(tx, id)
    if (!row) throw recordNotFound('Project', id)
    const status = row.status as ProjectStatus
    if (!from.includes(status)) throw notNow(status)
    await updateIn(engine, systemFor(ctx), tx, 'Project', id, { ...values, status: to })
    await noteEvent(hq, ctx, tx, { project: id, event, from: status, to, message })
    return readProject(engine, id, tx)
  })
}

/** States in which a project can be deleted. */
export const deletable: readonly ProjectStatus[] = ['Created', 'Stopped', 'Failed']

/** 409, at the fields that cannot change in this state if any are named. */
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

/** A line of the project's story, inside a transaction. */
export async function noteEvent(hq: Hq, ctx: Context, tx: Tx, note: ProjectEvent): Promise<void> {
  const { engine } = hq.site
  await createIn(engine, systemFor(ctx), tx, 'Project Event', {
    project: note.project,
    event: note.event,
    from_status: note.from ?? null,
    to_status: note.to ?? null,
    message: note.message ? encodeSentence(note.message) : null,
    // What HQ does by itself has nobody behind it.
    user: ctx.system ? null : ctx.actor.user,
    at: engine.clock.nowUtc(),
  })
}

/** The same person, whose write the server makes for them: read-only fields are its own affair. */
export const systemFor = (ctx: Context): Context => ({ ...ctx, system: true })
