import type { EntityRecord } from '@tavla/contract'

/** The levels of an operator in a project, each with what the ones before it may (reference: hosting, Levels). */
export const levels = ['View', 'Operate', 'Design', 'Manage'] as const

export type Level = (typeof levels)[number]

/** True when the person on screen has at least this level in the project. */
export const hasLevel = ({ _level }: EntityRecord, least: Level): boolean =>
  levels.indexOf(_level as Level) >= levels.indexOf(least)
