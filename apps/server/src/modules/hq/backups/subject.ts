import { createHash } from 'node:crypto'
import type { Engine } from '../../../entity/index.ts'
import { type Project, readProject } from '../rows.ts'

/** A project, or HQ itself: each has backups of its own. */
export interface Subject {
  /** Undefined for HQ itself. */
  project: Project | undefined
  /** Id of the project, `_hq` for HQ itself. */
  id: string
  /** Permanent: a later project of the same id does not get it. Part of paths in stores. */
  uid: string
}

/** Stands for HQ itself where a project's id is expected. */
export const ownId = '_hq'

export const ownSubject: Subject = { project: undefined, id: ownId, uid: ownId }

/** @throws Problem 404 */
export async function subjectOf(engine: Engine, id: string): Promise<Subject> {
  if (id === ownId) return ownSubject
  const project = await readProject(engine, id)
  return { project, id, uid: projectUid(project) }
}

/** Follows from the secret that a project keeps for life, and does not reveal it. */
const projectUid = ({ instanceSecret }: Project): string =>
  createHash('sha256').update(`tavla project ${instanceSecret}`).digest('hex').slice(0, 32)
