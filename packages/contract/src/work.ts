/**
 * Numbers of what people do together inside a record (reference: http-api, Limits); apart, since the sign-in page loads
 * the others.
 */
export const workLimits = {
  noteLength: 10_000,
  noteMentions: 20,
  openAssignments: 20,
  followers: 200,
  waitingReminders: 2_000,
  pinnedViews: 12,
  resolvedTexts: 500,
} as const

/** A person who may be mentioned in a note about a record (reference: conversations, Notes). */
export interface Mentionable {
  user: string
  full_name: string
  user_image: string | null
  /** Whether the person may read the record; without that right, a mention tells them nothing. */
  can_read: 0 | 1
}

/** An open assignment, as its record carries it (reference: http-api, Reading). */
export interface OpenAssignment {
  id: string
  user: string
  user_name: string
  due_date: string | null
}

/** Why somebody is told something (reference: work, Notifications). */
export const notificationKinds = [
  'Mention',
  'Assigned',
  'Assignment Done',
  'Message',
  'Followed',
  'Reminder',
  'Not Delivered',
  'Job',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Body of `mark_notifications` (reference: work, Notifications). */
export interface NotificationMark {
  ids?: string[]
  all?: 1
  status: 'Unread' | 'Read' | 'Done' | 'Later'
  later_until?: string
}

/** Event `notification`; without `id` and `kind`, rows were marked. */
export interface NotificationUpdate {
  id: string | null
  kind: NotificationKind | null
  unread: number
}
