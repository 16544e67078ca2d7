import { ApiError, copiedAt, isAway, watchReach } from '@tavla/client'
import { keepAnswers, type OpenCopies, wipeCopies } from '@tavla/client/offline'
import type { SessionInfo, TranslationEntry } from '@tavla/contract'
import { client } from '../app-client.ts'
import { latestStart, reboot } from '../boot/boot.ts'
import { rememberedUser } from '../boot/hints.ts'
import { checkSession } from '../boot/session-end.ts'
import { setAsOf } from '../frame/as-of.ts'
import type { Start } from '../shell.ts'
import { drawAsOf } from './AsOf.tsx'

const sessionPath = '/api/auth/validate'
const textsPath = '/api/app/get_translations'

let opening: { owner: string; copies: Promise<OpenCopies> } | undefined

/** Keeps for a signed-in user what the screens have read and will read (reference: screens, Without a network). @throws DOMException */
export async function keepCopies(owner: string): Promise<void> {
  const copies = await open(owner)
  copies.catchUp()
  const { session, translations } = latestStart() ?? {}
  if (!session || session.user !== owner || copiedAt(session) !== undefined) return
  copies.keep(sessionPath, {}, session)
  copies.keep(textsPath, { language: session.lang }, { translations })
}

/** Removes all copies of this site, where it wants none. @throws DOMException */
export async function dropCopies(): Promise<void> {
  await close()
  await wipeCopies(location.origin)
}

/**
 * The copies that a start needs when `asked` is late or has failed without an answer; undefined when a user has none. The
 * live session follows once the server answers.
 */
export async function openCopies(owner: string, asked: Promise<unknown>): Promise<Start | undefined> {
  try {
    if (await isAnswered(asked)) return undefined
    const copies = await open(owner)
    const session = (await copies.find(sessionPath, {})) as SessionInfo | undefined
    if (!session) return undefined
    // The first screen asked for these before the copies were open: it asks again, and is not left waiting.
    client.metas.clear()
    client.settings.clear()
    const texts = await copies.find(textsPath, { language: session.lang })
    const stop = watchReach(() => {
      if (isAway()) return
      stop()
      goLive(owner).catch(console.error)
    })
    const { translations = [] } = (texts ?? {}) as { translations?: TranslationEntry[] }
    return { session, translations: translations.filter(({ language }) => language === session.lang) }
  } catch (error) {
    // A browser that keeps nothing starts as one without copies.
    console.error(error)
    return undefined
  }
}

/** Whether the server has answered by now, and be it with a refusal: a proxy answers 502 to 504 for one that is gone. */
async function isAnswered(asked: Promise<unknown>): Promise<boolean> {
  const isFromServer = (error: unknown) =>
    error instanceof ApiError && error.code > 0 && (error.code < 502 || error.code > 504)
  return Promise.race([asked.then(() => true, isFromServer), Promise.resolve(false)])
}

function open(owner: string): Promise<OpenCopies> {
  setAsOf(drawAsOf)
  if (opening?.owner !== owner) {
    const copies = close().then(() => keepAnswers(owner, () => rememberedUser() === owner))
    opening = { owner, copies }
  }
  return opening.copies
}

/** A browser that keeps nothing has nothing to close. */
async function close(): Promise<void> {
  const former = opening
  opening = undefined
  const copies = await former?.copies.catch(() => undefined)
  copies?.close()
}

/** The session may have ended meanwhile, or be another person's. @throws ApiError */
async function goLive(owner: string): Promise<void> {
  await checkSession()
  if (rememberedUser() === owner) await reboot()
}
