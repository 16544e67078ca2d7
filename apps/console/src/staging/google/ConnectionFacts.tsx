import { useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, ConfirmDialog, Icon, Pill, type PillColor } from '@tavla/ui'
import { type ReactNode, useState } from 'react'
import { PanelState } from '../../reading/PanelState.tsx'
import type { Jobs } from '../jobs/useJobs.ts'
import { type Connection, useConnection } from './useConnection.ts'

/** The colours of the states in the entity of the tokens (reference: http-api, Connected apps). */
const colors: Readonly<Record<string, PillColor>> = {
  Connected: 'Green',
  Pending: 'Orange',
  Expired: 'Yellow',
  Revoked: 'Gray',
  Error: 'Red',
}

/**
 * The account connected through the app, its scopes and expiry, and a button that disconnects it (reference:
 * screens, Console tabs).
 */
export function ConnectionFacts({ app, jobs }: { app: string; jobs: Jobs }) {
  const reading = useConnection(app)
  const { value } = reading
  if (!value) return <PanelState reading={reading} />
  if (value.status === null) return <NotConnected />
  return <Facts connection={value} status={value.status} jobs={jobs} onRevoked={reading.reload} />
}

const NotConnected = () => (
  <section className="google-connection">
    <dl className="facts">
      <Fact name="Status">
        <Pill color="Gray">
          <Text source="Not connected" />
        </Pill>
      </Fact>
    </dl>
  </section>
)

interface FactsProps {
  connection: Connection
  status: string
  jobs: Jobs
  onRevoked: () => Promise<void>
}

function Facts({ connection, status, jobs, onRevoked }: FactsProps) {
  const { t } = useI18n()
  const { formatDateTime } = useTimes()
  const { now } = useEnvironment()
  const { account_email, scopes, expires_at, error } = connection
  const [isAsking, setAsking] = useState(false)
  const revoke = async () => {
    await jobs.run('revoke_token', () => ({ text: t('Access was revoked.'), tone: 'plain' }))
    setAsking(false)
    await onRevoked()
  }
  return (
    <section className="google-connection">
      <dl className="facts">
        <Fact name="Status">
          <Pill color={colors[status]}>
            <Text source={status} context="status" />
          </Pill>
        </Fact>
        <Fact name="Account Email">
          <bdi>{account_email ?? '–'}</bdi>
        </Fact>
        <Fact name="Scopes">{scopes.length === 0 ? '–' : <Scopes scopes={scopes} />}</Fact>
        <Fact name="Expires At">{expires_at ? formatDateTime(expires_at, now()) : '–'}</Fact>
        {error && (
          <Fact name="Error">
            <bdi>{error}</bdi>
          </Fact>
        )}
      </dl>
      {status !== 'Revoked' && (
        <Button
          icon={<Icon name="block" />}
          isPending={jobs.running === 'revoke_token'}
          onClick={() => setAsking(true)}
        >
          <Text source="Revoke Access" />
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          isDangerous
          message={
            <Text
              source="Revoke the access to {0}? Mail by this account stops."
              args={[account_email ?? t('Account Email')]}
            />
          }
          reversal="never"
          isPending={jobs.running === 'revoke_token'}
          onConfirm={() => void revoke()}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>
      <Text source={name} />
    </dt>
    <dd>{children}</dd>
  </div>
)

const Scopes = ({ scopes }: { scopes: readonly string[] }) => (
  <ul className="connection-scopes">
    {scopes.map((scope) => (
      <li key={scope} dir="ltr">
        {scope}
      </li>
    ))}
  </ul>
)
