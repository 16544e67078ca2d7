import { notLeaving } from '@tavla/app-shell'
import { justWritten } from '@tavla/client'
import { MoreSteps, notifyWritten, useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, ConfirmDialog, Icon, MenuItem, notify } from '@tavla/ui'
import { useState } from 'react'
import { type Invitation, InvitationLink } from './InvitationLink.tsx'
import './user-actions.css'

/** Actions that take something away from a person ask first. */
const questions = {
  end: 'Are you sure you want to end all sessions of {id}?',
  disable: 'Are you sure you want to disable {id}?',
} as const

type Job = keyof typeof questions | 'mail' | 'enable' | 'link'

interface ActionResult {
  text: string
  tone?: 'success'
}

const done = (text: string): ActionResult => ({ text, tone: 'success' })

/**
 * The actions of a System Manager on a person: invite, mail a new key, end sessions, enable and disable (reference:
 * http-api, Actions; http-api, People).
 */
export function UserActions({ id }: { id: string }) {
  const { t } = useI18n()
  const { session, onError } = useEnvironment()
  const [{ meta, activeEntity }, store] = useEntity('User')
  const [asking, setAsking] = useState<keyof typeof questions | null>(null)
  const [running, setRunning] = useState<Job | null>(null)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const user = activeEntity?.id === id ? activeEntity : null
  // Only users who manage people may read the roles, which have a permission level of their own.
  const isManager = meta?.doc_meta.fields.some(({ fieldname }) => fieldname === 'role_profiles') === true
  if (!user || !isManager || id === 'Guest') return null

  const { status } = user
  const isInvited = status === 'Invited'
  const isEnabled = status !== 'Disabled'
  const isOfHq = user.from_hq === 1
  const canDisable = id !== 'Administrator' && id !== session.user

  const enable = async (enabled: 0 | 1) => {
    await store.update(id, { enabled })
    notifyWritten(t, t('Saved'), justWritten())
    return null
  }
  const jobs: Record<Job, () => Promise<ActionResult | null>> = {
    async mail() {
      const { delivery } = await store.runAction<{ delivery?: string }>(id, 'send_reset_email')
      const stop = notLeaving(delivery)
      if (stop === undefined) return done(t(isInvited ? 'Invitation sent' : 'Password reset email sent'))
      return { text: t(stop) }
    },
    async link() {
      setInvitation(await store.runAction<Invitation>(id, 'copy_invitation_link'))
      return null
    },
    async end() {
      const { ended } = await store.runAction<{ ended: number }>(id, 'end_sessions')
      return done(t('Sessions ended: {0}', [ended]))
    },
    disable: () => enable(0),
    enable: () => enable(1),
  }
  const run = async (job: Job) => {
    if (running) return
    setRunning(job)
    try {
      const told = await jobs[job]()
      if (told) notify(told.text, told.tone && { tone: told.tone })
    } catch (error) {
      onError(error)
    }
    setRunning(null)
    setAsking(null)
  }

  return (
    <>
      {isEnabled && !isOfHq && (
        <Button icon={<Icon name="mail" />} isPending={running === 'mail'} onClick={() => void run('mail')}>
          <Text source={isInvited ? 'Send Invitation' : 'Send Reset Email'} />
        </Button>
      )}
      {isInvited && !isOfHq && (
        <Button icon={<Icon name="content_copy" />} isPending={running === 'link'} onClick={() => void run('link')}>
          <Text source="Copy invitation link" />
        </Button>
      )}
      <MoreSteps>
        <MenuItem icon="logout" onAction={() => setAsking('end')}>
          {t('End Sessions')}
        </MenuItem>
        {canDisable && isEnabled && (
          <MenuItem icon="block" isDangerous onAction={() => setAsking('disable')}>
            {t('Disable User')}
          </MenuItem>
        )}
        {canDisable && !isEnabled && (
          <MenuItem icon="check_circle" onAction={() => void run('enable')}>
            {t('Enable User')}
          </MenuItem>
        )}
      </MoreSteps>
      {invitation && <InvitationLink invitation={invitation} onClose={() => setInvitation(null)} />}
      {asking && (
        <ConfirmDialog
          isDangerous={asking === 'disable'}
          message={<Text source={questions[asking]} args={{ id }} />}
          reversal={asking === 'disable' ? 'undo' : 'never'}
          isPending={running === asking}
          startsOnConfirm
          onConfirm={() => void run(asking)}
          onCancel={() => setAsking(null)}
        >
          {asking === 'disable' && (
            <p className="user-question-note">
              <Text source="All their sessions end, and they cannot sign in until they are enabled again." />
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
