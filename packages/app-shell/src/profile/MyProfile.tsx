import type { FieldMeta } from '@tavla/contract'
import {
  ConflictWindow,
  type FieldForm,
  FieldFormContext,
  FieldGrid,
  mergeFieldsOf,
  useWindowDraft,
  WaitingBar,
} from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Card, EmptyState, Pill, Skeleton } from '@tavla/ui'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useSession } from '../boot/app-state.ts'
import { useUnsaved } from '../records/useUnsaved.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { MutedKinds } from './MutedKinds.tsx'
import { type Profile, useProfile } from './useProfile.ts'
import './my-profile.css'

/** The user's name, picture, language, password and role profiles (reference: screens, Profile). */
export function MyProfile() {
  const { t } = useI18n()
  const profile = useProfile()
  if (profile.status === 'loading') return <Skeleton shape="form" lines={6} label={t('Loading…')} />
  if (profile.status === 'failed') {
    const retry = (
      <Button onClick={profile.retry}>
        <Text source="Retry" />
      </Button>
    )
    return <EmptyState kind="failed" title={<Text source="Something went wrong" />} action={retry} />
  }
  return (
    <div className="my-profile">
      <PersonCard profile={profile} />
      {profile.values.from_hq === 1 ? <PasswordAtHq /> : <ChangePassword />}
      <Card aria-labelledby="my-role-profiles">
        <h2 id="my-role-profiles">
          <Text source="Role Profiles" />
        </h2>
        {profile.roleProfiles.length === 0 ? '–' : <RoleProfiles names={profile.roleProfiles} />}
      </Card>
    </div>
  )
}

/** People from HQ sign in there: they have no password here. */
function PasswordAtHq() {
  return (
    <Card aria-labelledby="change-password">
      <h2 id="change-password">
        <Text source="Change Password" />
      </h2>
      <p>
        <Text source="People of HQ sign in through HQ." />
      </p>
    </Card>
  )
}

function PersonCard({ profile }: { profile: Profile }) {
  const { user } = useSession()
  const [isPending, setPending] = useState(false)
  const [titles] = useState(() => new Map<string, string>())
  const markUnsaved = useUnsaved()
  const form: FieldForm = { entity: 'User', id: user, meta: profile.meta, saveField: profile.saveField, titles }
  const { fields, draft } = profile
  const { kept, waitingSince, resume, discardWaiting } = useWindowDraft({
    ...{ kind: 'edit', entity: 'User', id: user, values: draft.changes, base: draft.base, onContinue: profile.resume },
    form: useMemo(() => ({ fields, links: [] }), [fields]),
  })
  useEffect(() => markUnsaved(profile.isDirty, kept), [markUnsaved, profile.isDirty, kept])
  const save = async () => {
    setPending(true)
    await profile.save()
    setPending(false)
  }
  const { conflict, meta, values, errors } = profile
  const grid = { values, errors, onChange: profile.change }
  return (
    <Card aria-labelledby="my-profile">
      {conflict && meta && (
        <Suspense fallback={null}>
          <ConflictWindow
            conflict={conflict}
            meta={meta}
            mergeFields={mergeFieldsOf(meta)}
            draft={draft}
            isSaving={isPending}
            onSave={(choose) => void profile.resolve(choose)}
            onCancel={profile.closeConflict}
          />
        </Suspense>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h2 id="my-profile">
          <Text source="My Profile" />
        </h2>
        {waitingSince !== null && <WaitingBar since={waitingSince} onContinue={resume} onDiscard={discardWaiting} />}
        <FieldFormContext value={form}>
          <FieldGrid fields={fields.filter(isAboutPerson)} {...grid} columns={2} />
          <h3>
            <Text source="Notifications" />
          </h3>
          <FieldGrid fields={fields.filter((field) => isAboutDigest(field, values.digest))} {...grid} columns={2} />
          {fields.some(({ fieldname }) => fieldname === 'muted_kinds') && (
            <MutedKinds
              value={values.muted_kinds}
              error={errors.muted_kinds}
              onChange={(value) => profile.change('muted_kinds', value)}
            />
          )}
        </FieldFormContext>
        <Button type="submit" variant="primary" disabled={!profile.isDirty} isPending={isPending}>
          <Text source="Save" />
        </Button>
      </form>
    </Card>
  )
}

const isAboutPerson = ({ fieldname }: FieldMeta) => !/^(muted_kinds|digest(_hour)?)$/.test(fieldname)

/** The hour is asked for with a summary alone. */
const isAboutDigest = ({ fieldname }: FieldMeta, digest: unknown) =>
  fieldname === 'digest' || (fieldname === 'digest_hour' && digest !== 'Off')

function RoleProfiles({ names }: { names: readonly string[] }) {
  const { t } = useI18n()
  return (
    <p className="my-role-profiles">
      {names.map((name) => (
        <Pill key={name}>{t(name)}</Pill>
      ))}
    </p>
  )
}
