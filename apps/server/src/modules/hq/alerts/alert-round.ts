import { textOf } from '@tavla/contract'
import { createIn, find, findOne, systemContext, updateIn } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import { addMillis, utcText } from '../../../ground/utc-text.ts'
import type { Tx } from '../../../store/store.ts'
import type { Hq } from '../hq.ts'
import { type BackupAge, readBackupAges } from './backup-ages.ts'
import { type Condition, diskKey, keyOf, readConditions } from './conditions.ts'
import { mailAlertIn } from './mails.ts'

/** Looks in a row that have to agree before an alert opens or closes. */
const looksNeeded = 2
const hourMillis = 3_600_000

interface OpenAlert {
  id: string
  key: string
  severity: string
  message: string
}

/** Opens and closes alerts by what HQ sees, every `fleetEvery` milliseconds (reference: hosting, Alerts). */
export class AlertRound {
  readonly #hq: Pick<Hq, 'site' | 'timing'>
  readonly #now: () => number
  /** How often in a row a trouble was seen that has no alert yet, and an alert whose trouble was not seen. */
  #seen = new Map<string, number>()
  #missed = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined

  constructor(hq: Pick<Hq, 'site' | 'timing'>, now: () => number = Date.now) {
    this.#hq = hq
    this.#now = now
  }

  start(): void {
    const { site, timing } = this.#hq
    this.#timer = setInterval(() => site.inBackground(this.look()), timing.fleetEvery).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** One look; a slow one delays the next. */
  look(): Promise<void> {
    this.#round ??= this.#look().finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  async #look(): Promise<void> {
    const { engine } = this.#hq.site
    const ages = await readBackupAges(engine, this.#now())
    const conditions = await readConditions(this.#hq, ages, this.#now())
    const open = await this.#readOpen()
    const known = new Map(open.map((alert) => [alert.key, alert]))
    const [seen, missed] = [new Map<string, number>(), new Map<string, number>()]
    for (const condition of conditions) {
      const alert = known.get(condition.key)
      if (alert) await this.#follow(alert, condition)
      else await this.#count(seen, this.#seen, condition.key, () => this.#open(condition))
    }
    const current = new Set(conditions.map(({ key }) => key))
    for (const alert of open) {
      if (!current.has(alert.key)) await this.#count(missed, this.#missed, alert.id, () => this.#close(alert))
    }
    this.#seen = seen
    this.#missed = missed
    await this.#showOverdue(ages)
  }

  /** Counts a look, and acts once there were enough in a row. */
  async #count(
    now: Map<string, number>,
    before: ReadonlyMap<string, number>,
    key: string,
    act: () => Promise<void>,
  ): Promise<void> {
    const looks = (before.get(key) ?? 0) + 1
    if (looks < looksNeeded) now.set(key, looks)
    else await act()
  }

  async #readOpen(): Promise<OpenAlert[]> {
    const fields = ['type', 'project', 'server', 'severity', 'message'] as const
    const found = await find(this.#hq.site.engine, 'Alert', { where: { until: null }, fields, order: 'made' })
    return found.map((alert) => ({
      id: alert.id,
      key: keyOfAlert(alert),
      severity: String(alert.severity),
      message: String(alert.message ?? ''),
    }))
  }

  #open({ key, type, severity, project, server, message }: Condition): Promise<void> {
    const since = utcText(this.#now())
    return this.#write(async (tx) => {
      const isQuiet = await this.#wasMailed(tx, { key, type, project }, since)
      const text = encodeSentence(message)
      await createIn(this.#engine, this.#system, tx, 'Alert', { type, severity, project, server, message: text, since })
      if (!isQuiet) await mailAlertIn(this.#hq.site, tx, 'opened', text)
    })
  }

  #close({ id, message }: OpenAlert): Promise<void> {
    return this.#write(async (tx) => {
      await updateIn(this.#engine, this.#system, tx, 'Alert', id, { until: utcText(this.#now()) })
      await mailAlertIn(this.#hq.site, tx, 'closed', message)
    })
  }

  /** An alert becomes worse or better without another mail. */
  async #follow({ id, severity }: OpenAlert, condition: Condition): Promise<void> {
    if (severity === condition.severity) return
    const values = { severity: condition.severity, message: encodeSentence(condition.message) }
    await this.#write((tx) => updateIn(this.#engine, this.#system, tx, 'Alert', id, values))
  }

  /** Whether an alert of the same trouble opened within the last hour, and so sent the mail of that hour. */
  async #wasMailed(
    tx: Tx,
    { key, type, project }: Pick<Condition, 'key' | 'type' | 'project'>,
    since: string,
  ): Promise<boolean> {
    const where = { type, project, since: { above: addMillis(since, -hourMillis) } }
    const fields = ['type', 'project', 'server', 'message', 'since'] as const
    const found = await find(this.#engine, 'Alert', { where, fields, order: 'made desc', reader: tx })
    const last = found.find((alert) => keyOfAlert(alert) === key)
    // An alert that a clock ahead of its time opened keeps no later mail back.
    return last !== undefined && String(last.since) <= since
  }

  /** Projects with an overdue backup say so, and no longer than that. */
  async #showOverdue(ages: readonly BackupAge[]): Promise<void> {
    const open = await find(this.#engine, 'Alert', {
      where: { type: 'Backup Overdue', until: null, project: { not: null } },
      fields: ['project'],
    })
    const overdue = new Set(open.map(({ project }) => project))
    for (const { project, backup = null } of ages) {
      if (project === undefined) continue
      const shown = await findOne(this.#engine, 'Project', { where: { id: project }, fields: ['backup_state'] })
      const isShown = shown?.backup_state === 'Overdue'
      if (!shown || isShown === overdue.has(project)) continue
      const values = { backup_state: isShown ? backup : 'Overdue' }
      await this.#write((tx) => updateIn(this.#engine, this.#system, tx, 'Project', project, values))
    }
  }

  async #write(work: (tx: Tx) => Promise<unknown>): Promise<void> {
    await this.#engine.store.write(work)
  }

  get #engine() {
    return this.#hq.site.engine
  }

  get #system() {
    return systemContext(this.#engine)
  }
}

/** The key of the condition that a stored alert is about. */
function keyOfAlert({ type, project, server, message }: Record<'type' | 'project' | 'server' | 'message', unknown>) {
  const values = valuesIn(textOf(message))
  return type === 'Disk' ? diskKey(server, values[1] ?? '') : keyOf({ type, project, server })
}

/** The values in a stored sentence, in their order. */
const valuesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/\u2068([^\u2069]*)\u2069/g)].map(([, value = '']) => value)
