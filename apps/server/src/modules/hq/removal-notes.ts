import type { Hq } from './hq.ts'
import type { ProjectStatus } from './rows.ts'

/** A deletion as HQ remembers it over a kill. */
export interface RemovalNote {
  /** The project goes back to this state where no backup can be made. */
  former: ProjectStatus
  desiredState: string
  lastError: string | null
  /** Goes on without a backup where none can be made. */
  force: boolean
  /** Nothing is left to be asked: the data may be in the trash by now. */
  isBackedUp: boolean
}

const keyOf = (project: string) => `removal ${project}`

export async function readRemovalNote({ site: { engine } }: Hq, project: string): Promise<RemovalNote | undefined> {
  const row = await engine.store.get<{ value: string }>(engine.system.getSite.with([keyOf(project)]))
  return row && (JSON.parse(row.value) as RemovalNote)
}

export async function keepRemovalNote({ site: { engine } }: Hq, project: string, note: RemovalNote): Promise<void> {
  await engine.store.write((tx) => tx.run(engine.system.setSite.with([keyOf(project), JSON.stringify(note)])))
}
