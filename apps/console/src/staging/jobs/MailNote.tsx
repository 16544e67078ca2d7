import { Text } from '@tavla/i18n/react'
import { Icon, Link } from '@tavla/ui'
import { useTabPath } from '../../project/ActiveProject.tsx'
import { type MailObstacle, useMailObstacle } from './useMailObstacle.ts'
import './jobs.css'

interface MailNoteProps {
  /** Drawn as a box among other content, not across the whole screen. */
  isBox?: boolean
  /** True for mail that an account of its own sends. */
  hasAccount?: boolean
}

/** A note that mail of the project does not reach people, with a link to the remedy. */
export function MailNote({ isBox = false, hasAccount = false }: MailNoteProps) {
  const tabPath = useTabPath()
  const stop = useMailObstacle()
  if (stop === null || (hasAccount && notes[stop].tab === 'Email')) return null
  const { text, tab, path } = notes[stop]
  return (
    <p className="place-note" data-tone="warning" data-box={isBox || undefined}>
      <Icon name="warning" />
      <span>
        <Text source={text} />{' '}
        <Link href={tabPath(path)}>
          <Text source={tab} />
        </Link>
      </span>
    </p>
  )
}

const email = { tab: 'Email', path: 'email' }
const settings = { tab: 'System Settings', path: `settings/${encodeURIComponent('System Settings')}` }

const notes = {
  held: {
    text: 'Nothing leaves: this site may not reach people. Mail and messages wait until System Settings allow it.',
    ...settings,
  },
  kept: { text: 'Mail does not reach people: it is kept in a folder on the server.', ...settings },
  'no account': {
    text: 'Mail does not reach people: it is kept in a folder on the server until an account sends by default.',
    ...email,
  },
  'no way': { text: 'No mail account is set up for sending.', ...email },
} as const satisfies Record<Exclude<MailObstacle, null>, { text: string; tab: string; path: string }>
