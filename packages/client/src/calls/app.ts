import type {
  DamagedFiles,
  DiskRoom,
  EntityRecord,
  NavigationAnswer,
  OpenCommunications,
  TranslationEntry,
} from '@tavla/contract'
import type { Api } from '../api.ts'

export interface CommunicationsAnswer {
  communications: EntityRecord[]
  open_communications: OpenCommunications
  count: number
}

export interface TranslationSubmission {
  sourceText: string
  translatedText: string
  language: string
  context?: string | null
}

export interface EmailMessage {
  entity?: string
  id?: string
  recipients: string | string[]
  cc?: string | string[]
  bcc?: string | string[]
  subject?: string
  content: string
  /** Ids of File records. */
  attachments?: string[]
  email_account?: string | null
  in_reply_to?: string | null
  /** When to send it, UTC; at once by default. */
  send_at?: string
  /** Id of a withdrawn message that this one replaces. */
  draft?: string
}

export interface WhatsappMessage {
  entity?: string
  id?: string
  whatsapp_contact_id?: string
  content_type?: string
  message?: string
  template?: string | null
  template_parameters?: string[]
  attach?: string | null
  reply_to_message_id?: string | null
  whatsapp_webhook?: string | null
  /** When to send it, UTC; at once by default. */
  send_at?: string
  /** Id of a withdrawn message that this one replaces. */
  draft?: string
}

/** The end of the time in which WhatsApp accepts free text to a number; both null once it has passed. */
export interface WhatsappWindow {
  /** Wall-clock text. */
  free_until: string | null
  /** Counted at the time of the answer. */
  seconds_left: number | null
}

export interface DisksAnswer {
  /** `servers` are the ids of the servers whose projects lie on the disk; absent from an HQ of an older version. */
  disks: readonly (DiskRoom & { name: string; servers?: readonly string[] })[]
  damaged_files: DamagedFiles
}

/** Calls below `/api/app` (reference: http-api, Routes). */
export const appCalls = (api: Api) => ({
  translations: async (language?: string) =>
    (await api.get<{ translations: TranslationEntry[] }>('/api/app/get_translations', { language })).translations,
  submitTranslation: async (submission: TranslationSubmission) =>
    (await api.post<{ translation: EntityRecord }>('/api/app/submit_translation', submission)).translation,
  navigation: () => api.get<NavigationAnswer>('/api/app/get_navigation'),
  communications: (question: {
    entity?: string
    id?: string
    whatsapp_contact_id?: string
    limit_start?: number
    limit_page_length?: number
  }) => api.get<CommunicationsAnswer>('/api/app/get_communications', question),
  whatsappWindow: (question: { entity?: string; id?: string; whatsapp_contact_id: string }) =>
    api.get<WhatsappWindow>('/api/app/get_whatsapp_window', question),
  /** HQ only: the free space of its disks, and its own damaged files. */
  disks: () => api.get<DisksAnswer>('/api/app/get_disks'),
  sendEmail: (message: EmailMessage) =>
    api.post<{ communication: EntityRecord; message: string }>('/api/app/send_email', message),
  sendWhatsapp: (message: WhatsappMessage) =>
    api.post<{ whatsapp_message: EntityRecord; communication: EntityRecord; message: string }>(
      '/api/app/send_whatsapp',
      message,
    ),
})
