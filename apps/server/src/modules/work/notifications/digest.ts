import type { EntityRecord } from '@tavla/contract'
import { isEmailAddress } from '@tavla/fields/server'
import { translate } from '@tavla/i18n'
import {
  type Actor,
  actorOf,
  contextOf,
  createIn,
  type Engine,
  find,
  listRecords,
  newRowId,
  systemContext,
} from '../../../entity/index.ts'
import { escapeHtml } from '../../../ground/html.ts'
import { digestId } from '../../../outbox/digest-id.ts'
import type { Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'

/** Lines of one summary; the rest waits in the list of notifications. */
const maxLines = 50
const firstDays = { Sunday: 7, Monday: 1, Saturday: 6 } as const

interface Person {
  id: string
  email: string
  weekly: boolean
  hour: number
}

/**
 * Mails each person who asked for it what is unread and new since their last summary (reference: work, Summary by mail),
 * at their hour, or later when the site was not running then.
 */
export async function sendDigests(site: Site): Promise<void> {
  const { engine } = site
  const now = engine.clock.nowWall()
  const [day, hour] = [now.slice(0, 10), Number(now.slice(11, 13))]
  const isFirstDay = Temporal.PlainDate.from(day).dayOfWeek === firstDays[engine.settings.week_start]
  for (const person of await peopleWithDigest(engine)) {
    if (person.weekly && !isFirstDay) continue
    const last = await lastOf(engine, person.id)
    const isDue = last ? last.day !== day && hour >= person.hour : hour === person.hour
    const actor = isDue ? await actorOf(engine, person.id) : undefined
    if (actor) await sendOne(site, person, actor, { day, since: last?.at })
  }
}

/** After a restore the summaries of today may have left already: the next ones are those of another day. */
export async function skipDigestsOfToday({ engine }: Site): Promise<void> {
  const now = engine.clock.nowWall()
  const [day, hour] = [now.slice(0, 10), Number(now.slice(11, 13))]
  const reached = (await peopleWithDigest(engine)).filter((person) => hour >= person.hour)
  await engine.store.write(async (tx) => {
    for (const { id } of reached) {
      await tx.run(sql`insert into digest_sent ("user", day, at) values (${id}, ${day}, ${'1970-01-01 00:00:00.000000'})
        on conflict ("user") do update set day = excluded.day`)
    }
  })
}

async function peopleWithDigest(engine: Engine): Promise<Person[]> {
  const where = { enabled: 1, digest: { in: ['Daily', 'Weekly'] } }
  const people = await find(engine, 'User', { where, fields: ['email', 'digest', 'digest_hour'] })
  return people
    .map(({ id, email, digest, digest_hour }) => ({
      ...{ id, email: String(email ?? '') },
      ...{ weekly: digest === 'Weekly', hour: Number(digest_hour ?? 8) },
    }))
    .filter(({ email }) => isEmailAddress(email) && !email.endsWith('.invalid'))
}

const lastOf = (engine: Engine, user: string) =>
  engine.store.get<{ day: string; at: string }>(sql`select day, at from digest_sent where "user" = ${user}`)

async function sendOne(
  site: Site,
  person: Person,
  actor: Actor,
  { day, since }: { day: string; since: string | undefined },
): Promise<void> {
  const { engine } = site
  const now = engine.clock.nowUtc()
  const isNew = since === undefined ? [] : [['at', '>', engine.clock.toWall(since)]]
  const query = { filters: [['status', '=', 'Unread'], ...isNew], fields: ['*'], order_by: 'at desc' }
  const { data } = await listRecords(engine, contextOf(actor, ''), 'Notification', {
    ...query,
    limit_page_length: maxLines,
  })
  await engine.store.write(async (tx) => {
    // Noted in the transaction of the mail, so that each day has one, whoever looks at the same time.
    const noted = await tx.run(sql`insert into digest_sent ("user", day, at) values (${person.id}, ${day}, ${now})
      on conflict ("user") do update set day = excluded.day, at = excluded.at where digest_sent.day <> excluded.day`)
    if (noted === 0 || data.length === 0) return
    const queued = await createIn(engine, systemContext(engine), tx, 'Email Queue', {
      ...letterOf(site, actor, data),
      recipients: person.email,
      message_id: digestId(newRowId(), new URL(site.config.publicUrl).hostname),
    })
    await site.outbox.add(tx, 'email', String(queued.row.id))
  })
}

/** Titles and links alone. */
function letterOf({ engine, config, translations }: Site, { language }: Actor, rows: readonly EntityRecord[]) {
  const heading = translate(translations.dictionaryNow(language), 'Notifications', [], language)
  const lines = rows.map(({ reference_entity: entity, reference_id: id, title, text }) => {
    const path = typeof entity === 'string' && typeof id === 'string' ? [entity, id] : []
    const link = [config.publicUrl, 'app', ...path.map(encodeURIComponent)].join('/')
    const name = typeof title === 'string' ? title : String(typeof text === 'string' ? text : link)
    return `<li><a href="${escapeHtml(link)}"><bdi>${escapeHtml(name)}</bdi></a></li>`
  })
  const direction = language === 'he' ? 'rtl' : 'ltr'
  return {
    subject: `${engine.settings.site_title}: ${heading} (${rows.length})`,
    message: `<div dir="${direction}" lang="${language}"><ul>${lines.join('\n')}</ul></div>`,
  }
}
