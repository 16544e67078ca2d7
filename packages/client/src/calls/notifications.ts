import type { NotificationMark } from '@tavla/contract'
import type { Api } from '../api.ts'

/** Calls on what a person is told (reference: work, Notifications); all throw ApiError. */
export const notificationCalls = (api: Api) => ({
  /** Resolves with the number of rows that are unread then. */
  mark: async (mark: NotificationMark) =>
    (await api.post<{ unread: number }>('/api/app/mark_notifications', { ...mark })).unread,
})
