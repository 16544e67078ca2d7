import { type EntityRecord, textOf } from '@tavla/contract'
import { contactOf, filesOf, type Medium, mediumOf, type Quoted } from './message.ts'

/** A file that goes with a message. */
export interface DraftFile {
  id: string
  name: string
  url: string
  mime: string
}

/** A message that is being written. */
export interface Draft {
  to: string
  cc: string
  bcc: string
  subject: string
  message: string
  files: readonly DraftFile[]
  /** Id of an approved template, in place of a text of one's own. */
  template: string
  parameters: readonly string[]
  /** The WhatsApp connection by which the other side wrote; '' for the site's own choice. */
  connection: string
  /** The message that it answers, with its id at the provider. */
  answered: (Quoted & { messageId: string }) | null
  /** Id of the message that was taken back, in whose place this one leaves; '' for none. */
  replaces: string
}

export const blankDraft: Draft = {
  ...{ to: '', cc: '', bcc: '', subject: '', message: '' },
  ...{ files: [], template: '', parameters: [], connection: '', answered: null, replaces: '' },
}

/** True when there is something in it that somebody typed or chose. */
export const hasContent = ({ message, files, template }: Draft): boolean =>
  message.trim() !== '' || files.length > 0 || template !== ''

/**
 * The name under which a draft is kept: one for each person, record and way to write. All begin with `draft` and a line, by
 * which the application finds them when somebody signs out.
 */
export const draftKey = (host: string, user: string, entity: string, id: string, medium: Medium): string =>
  ['draft', host, user, entity, id, medium].join('\n')

/** A draft as it was left, also by a former visit; undefined where there is none. */
export function readDraft(key: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...blankDraft, ...value } : undefined
  } catch {
    // A browser that keeps nothing keeps no drafts.
    return undefined
  }
}

/** Keeps a draft; null, or one without content, is forgotten. */
export function keepDraft(key: string, draft: Draft | null): void {
  try {
    if (draft !== null && hasContent(draft)) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Without room it lasts as long as the page.
  }
}

/** What was written in a message that was taken back. */
export function draftOf(message: EntityRecord, answered: Draft['answered']): Draft {
  const isMail = mediumOf(message) === 'Email'
  return {
    ...blankDraft,
    to: isMail ? textOf(message.recipients) : contactOf(message),
    cc: textOf(message.cc),
    bcc: textOf(message.bcc),
    subject: isMail ? textOf(message.subject) : '',
    message: textOf(message.text_content),
    files: filesOf(message).map((file) => ({
      id: textOf(file.file),
      name: textOf(file.file_name),
      url: textOf(file.file_url),
      mime: mimeOf(textOf(file.file_name)),
    })),
    connection: textOf(message.whatsapp_webhook),
    answered,
    replaces: message.id,
  }
}

/** As much of a file's type as a message has to know. */
function mimeOf(name: string): string {
  const [, ending = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? []
  return Object.entries(endings).find(([, all]) => all.includes(ending))?.[0] ?? ''
}

const endings: Readonly<Record<string, readonly string[]>> = {
  'image/*': ['png', 'jpg', 'jpeg', 'webp', 'gif'],
  'video/*': ['mp4', '3gp'],
  'audio/*': ['mp3', 'ogg', 'm4a', 'aac', 'amr'],
}
