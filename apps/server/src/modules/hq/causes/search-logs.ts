import { invalid, refused } from '@tavla/contract'
import type { Context } from '../../../entity/index.ts'
import { utcText } from '../../../ground/utc-text.ts'
import { HostingFault, type LogHit, type LogSearch } from '../../../hosting/driver.ts'
import { logReader } from '../../../hosting/log-reader.ts'
import { byNewest } from '../../../hosting/log-search.ts'
import { managesHq } from '../access/levels.ts'
import { logsOf } from '../actions/logs.ts'
import { requireSeen, seenProjects } from '../callers.ts'
import type { Hq } from '../hq.ts'
import { searchOf } from './log-values.ts'

/** Stands for HQ itself among projects. */
export const ownName = '_hq'
const maxHits = 500
/** Projects whose logs are searched at once. */
const atOnce = 4

export interface ProjectHit extends LogHit {
  project: string
}

export interface Searched {
  hits: ProjectHit[]
  complete: boolean
  unreachable: string[]
}

/** Answer of `POST /api/hq/search_logs` (reference: hosting, Logs of all projects). @throws Problem 403, 404, 417 */
export async function answerSearch(hq: Hq, ctx: Context, body: Readonly<Record<string, unknown>>): Promise<object> {
  const search = searchOf(hq.site.engine, body, maxHits)
  const found = await searchProjects(hq, await chosenProjects(hq, ctx, body.projects), search)
  return {
    hits: found.hits.map(({ project, file, offset, at, line }) => {
      return { project, file, offset, at: wallOf(hq, at), line }
    }),
    complete: found.complete ? 1 : 0,
    unreachable: found.unreachable,
  }
}

/** Searches the logs of several projects: the newest hits of all of them. */
export async function searchProjects(hq: Hq, projects: readonly string[], search: LogSearch): Promise<Searched> {
  const found: Searched = { hits: [], complete: true, unreachable: [] }
  const waiting = [...projects]
  const work = async () => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      const answer = await searchOne(hq, project, search)
      if (answer === 'unreachable') found.unreachable.push(project)
      else if (answer) {
        for (const hit of answer.hits) found.hits.push({ ...hit, project })
        if (!answer.complete) found.complete = false
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work))
  found.hits.sort(byNewest)
  found.unreachable.sort()
  if (found.hits.length > search.limit) found.complete = false
  return { ...found, hits: found.hits.slice(0, search.limit) }
}

/** The log that has a line for each call, and its old copies. */
export const isCallLog = (file: string): boolean => /^logs\/web\.log(\.\d+)?$/.test(file)

/** A time of a line in HQ's wall clock; null where no line told one. */
export const wallOf = ({ site: { engine } }: Hq, at: string): string | null =>
  at === '' ? null : engine.clock.toWall(utcText(Date.parse(at)))

async function searchOne(hq: Hq, project: string, search: LogSearch) {
  try {
    const logs = project === ownName ? logReader(hq.site.config.dir) : await logsOf(hq, project)
    return await logs.search(search)
  } catch (error) {
    if (error instanceof HostingFault) return 'unreachable'
    throw error
  }
}

/** @throws Problem 403, 404, 417 */
async function chosenProjects(hq: Hq, ctx: Context, given: unknown): Promise<readonly string[]> {
  if (given === undefined || given === null) return seenProjects(hq, ctx)
  if (!Array.isArray(given) || !given.every((id): id is string => typeof id === 'string')) {
    throw invalid('The value for {0} is not valid', ['projects'])
  }
  const ids = [...new Set(given)]
  if (ids.includes(ownName) && !managesHq(ctx)) throw refused()
  const projects = ids.filter((id) => id !== ownName)
  await requireSeen(hq, ctx, projects)
  return ids
}
