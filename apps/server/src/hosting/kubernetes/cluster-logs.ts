import type { LogFile, LogHit, LogReader, SitePlace } from '../driver.ts'
import { HostingFault } from '../driver.ts'
import { timeOf } from '../log-frame.ts'
import { type LogSource, pageOf } from '../log-lines.ts'
import { byNewest, searchFiles } from '../log-search.ts'
import type { ClusterApi } from './cluster-api.ts'
import { namespaceOf, paths, siteName } from './names.ts'
import { containerOf, livePod, startOf } from './pods.ts'
import { podsOf } from './rollout.ts'
import type { SiteCalls } from './site-calls.ts'

/** Maximum bytes read of a container's log; the cluster keeps about ten million. */
const maxLogBytes = 20_000_000
const containerFiles = ['server.log', 'server.log.1']

interface ContainerLog {
  file: LogFile
  bytes: Buffer
}

/**
 * Logs of a project in a cluster (reference: hosting, Kubernetes driver): the output of its container and of the one
 * before as `server.log` and `server.log.1`, and the files of its data folder, which the site itself reads while it
 * runs.
 */
export function clusterLogs(open: () => Promise<{ api: ClusterApi; calls: SiteCalls }>, site: SitePlace): LogReader {
  return {
    async list() {
      const { api, calls } = await open()
      const [containers, files] = await Promise.all([readContainers(api, site), siteFiles(calls)])
      return [...containers.map(({ file }) => file), ...files].sort((a, b) => b.modified - a.modified)
    },
    async lines(name, query) {
      const { api, calls } = await open()
      const wanted = containerFiles.find((known) => isNamed(name, known))
      if (wanted === undefined) {
        const answer = await ignoreFault(
          calls.internal<{ data: Awaited<ReturnType<LogReader['lines']>> }>('logs', {
            file: name,
            lines: query.count,
            before: query.before,
            after: query.after,
          }),
        )
        return answer?.data
      }
      const found = (await readContainers(api, site, wanted))[0]
      return found && { ...found.file, ...(await pageOf(inMemory(found.bytes), found.bytes.length, query)) }
    },
    async search(wanted) {
      const { api, calls } = await open()
      const named = wanted.file
      const container = named === undefined ? undefined : containerFiles.find((known) => isNamed(named, known))
      const isOfSite = named !== undefined && container === undefined
      const containers = isOfSite ? [] : await readContainers(api, site, container)
      if (container !== undefined && containers.length === 0) return undefined
      const own = await searchFiles(
        containers.map(({ file }) => file),
        wanted,
        async ({ name }, work) => {
          const bytes = containers.find(({ file }) => file.name === name)?.bytes
          return bytes && work(inMemory(bytes), bytes.length)
        },
      )
      if (container !== undefined) return own
      const { text, level, file, from, to, limit } = wanted
      const query = { search: text ?? '', level, file, from, to, limit }
      const answer = await ignoreFault(calls.internal<{ data: Hits }>('logs', query))
      if (!answer) return isOfSite ? undefined : own
      return together([own, withoutContainers(answer.data)], limit)
    },
  }
}

interface Hits {
  hits: LogHit[]
  complete: boolean
}

const isNamed = (given: string, name: string) => given === name || given === `logs/${name}`

async function siteFiles(calls: SiteCalls): Promise<LogFile[]> {
  const answer = await ignoreFault(calls.internal<{ data: LogFile[] }>('logs'))
  return (answer?.data ?? []).filter(({ name }) => !containerFiles.includes(name))
}

/** A site that doesn't run can't list its folder. */
async function ignoreFault<T>(answer: Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof HostingFault) return undefined
    throw error
  }
}

async function readContainers(api: ClusterApi, site: SitePlace, only?: string): Promise<ContainerLog[]> {
  const pods = await podsOf(api, site)
  const pod = livePod(pods) ?? pods[0]
  const container = pod && containerOf(pod)
  if (!pod || !container) return []
  const logs: ContainerLog[] = []
  const { name } = pod.metadata
  for (const [index, file] of containerFiles.entries()) {
    const isPrevious = index === 1
    if ((only !== undefined && only !== file) || (isPrevious && container.restartCount === 0)) continue
    const query = { container: siteName, limitBytes: maxLogBytes, previous: isPrevious }
    const { status, bytes } = await api.ask(paths.log(namespaceOf(site), name), { query })
    // The log is gone with its node's disk, or has not begun.
    if (status !== 200) continue
    const since = isPrevious ? Date.parse(container.lastState?.terminated?.finishedAt ?? '') : startOf(pod)
    logs.push({
      file: {
        name: file,
        path: `logs/${file}`,
        type: 'log',
        size: bytes.length,
        modified: lastTime(bytes) ?? (since || 0),
      },
      bytes,
    })
  }
  return logs
}

function lastTime(bytes: Buffer): number | undefined {
  const lines = bytes
    .toString('utf8', Math.max(0, bytes.length - 20_000))
    .trimEnd()
    .split('\n')
  const time = lines.findLast((line) => timeOf(line) !== undefined)
  return time === undefined ? undefined : Date.parse(timeOf(time) ?? '')
}

const inMemory = (bytes: Buffer): LogSource => ({
  stat: async () => ({ size: bytes.length }),
  read: async (buffer, offset, length, position) => ({
    bytesRead: bytes.copy(buffer, offset, position, position + length),
  }),
})

const withoutContainers = ({ hits, complete }: Hits): Hits => ({
  hits: hits.filter(({ file }) => !containerFiles.some((name) => isNamed(file, name))),
  complete,
})

/** Merges the hits of all sources, newest first; the lines of one source keep their order. */
function together(sources: readonly Hits[], limit: number): Hits {
  const hits = sources.flatMap(({ hits }) => {
    let time = ''
    return hits.map((hit) => {
      // A site of an older version tells no time.
      time = hit.at || timeOf(hit.line) || time
      return { ...hit, at: time }
    })
  })
  hits.sort(byNewest)
  return { hits: hits.slice(0, limit), complete: sources.every(({ complete }) => complete) && hits.length <= limit }
}
