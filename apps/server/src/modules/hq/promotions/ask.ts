import { Problem } from '@tavla/contract'
import type { Project } from '../rows.ts'
import type { Supervisor } from '../supervisor.ts'
import { notNow } from '../transitions.ts'

type Answer = Readonly<Record<string, unknown>>

/**
 * Asks a running project for its definitions (reference: hosting, Definitions).
 * @throws Problem 409 while it does not run, or the site's own refusal
 */
export async function askProject<T>(supervisor: Supervisor, project: Project, order: object): Promise<T> {
  const running = supervisor.runningSite(project.id)
  if (!running) throw notNow(project.status)
  return answerOf<T>(await running.site.definitions(order))
}

/** @throws Problem that the site refused with */
export function answerOf<T>(answer: Answer): T {
  const refused = answer.refused as Refused | undefined
  if (!refused) return answer as T
  const { status, type, title, detail, errors } = refused
  throw new Problem(status, type, title, detail, errors ? { errors } : {})
}

type Refused = Pick<Problem, 'status' | 'type' | 'title' | 'detail' | 'errors'>
