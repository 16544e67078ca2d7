import { type EntityRecord, textOf } from '@tavla/contract'
import { contactOf, filesOf, mediumOf, type Quotation } from './message.ts'

/** A file of a message. */
export interface DraftFile {
  id: string
  name: string
  url: string
  mime: string
}

/** A person whom a draft of a note mentions. */
export interface DraftMention {
  user: string
  /** The name that stands for the person in the text, behind an `@`. */
  name: string
  /** False for one who may not read the record, and is told nothing. */
  canRead: boolean
}

/** A message or a note in the composer. */
export interface Draft {
  to: string
  cc: string
  bcc: string
  subject: string
  message: string
  files: readonly DraftFile[]
  /** Id of an approved template, instead of free text. */
  template: string
  parameters: readonly string[]
  /** The WhatsApp connection of the message it answers; '' for the site's default. */
  connection: string
  /** The message that it answers, with its id at the provider. */
  answered: (Quotation & { messageId: string }) | null
  /** Id of the withdrawn message that this one replaces; '' for none. */
  replaces: string
  /** Of a note. */
  mentions: readonly DraftMention[]
}

export const blankDraft: Draft = {
  ...{ to: '', cc: '', bcc: '', subject: '', message: '' },
  ...{ files: [], template: '', parameters: [], connection: '', answered: null, replaces: '' },
  mentions: [],
}

/** True when the user has typed or chosen something in it. */
export const hasContent = ({ message, files, template }: Draft): boolean =>
  message.trim() !== '' || files.length > 0 || template !== ''

/** The draft of a withdrawn message. */
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

/** The part of a file's type that a message needs. */
function mimeOf(name: string): string {
  const [, ending = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? []
  return Object.entries(endings).find(([, all]) => all.includes(ending))?.[0] ?? ''
}

const endings: Readonly<Record<string, readonly string[]>> = {
  'image/*': ['png', 'jpg', 'jpeg', 'webp', 'gif'],
  'video/*': ['mp4', '3gp'],
  'audio/*': ['mp3', 'ogg', 'm4a', 'aac', 'amr'],
}
