import { titleCase } from '@tavla/i18n'

/** The data that an action stores instead of changed fields: its name, and the user at HQ who ran it. */
export interface ActionRecord {
  action: string
  hq_user?: string
  /** The reason that the person gave for a change of production. */
  reason?: string
}

/** The same labels as on the actions' buttons. */
const names: Readonly<Record<string, { label: string }>> = {
  create_login_token: { label: 'Sign In with HQ' },
  login_with_token: { label: 'Sign In with HQ' },
  reveal_admin_password: { label: 'Show Administrator Password' },
  send_reset_email: { label: 'Send Reset Email' },
  copy_invitation_link: { label: 'Copy invitation link' },
  end_sessions: { label: 'End Sessions' },
  check_server: { label: 'Check Server' },
  begin_maintenance: { label: 'Begin Maintenance' },
  end_maintenance: { label: 'End Maintenance' },
  test_connection: { label: 'Test Connection' },
  pull_now: { label: 'Fetch Now' },
  send_test_email: { label: 'Send Test Email' },
  rotate_hook_token: { label: 'New Hook Token' },
  retry: { label: 'Retry' },
  cancel: { label: 'Cancel Sending' },
  sync_templates: { label: 'Sync Templates' },
  rotate_verify_token: { label: 'New Verify Token' },
  submit_template: { label: 'Submit for Approval' },
  sync_template: { label: 'Sync' },
  revoke_token: { label: 'Revoke Access' },
  provision_project: { label: 'Provision' },
  start_project: { label: 'Start' },
  stop_project: { label: 'Stop' },
  restart_project: { label: 'Restart' },
  clone_project: { label: 'Clone' },
  take_backup: { label: 'Back Up Now' },
  plan_promotion: { label: 'Promote' },
  restore_as_new: { label: 'Restore as New Project' },
  reveal_recovery_key: { label: 'Recovery Sheet' },
  confirm_recovery_key: { label: 'Recovery Key Saved' },
}

/** Label of an action: English source text; an unknown action keeps its own name. */
export const actionName = (action: string): string => names[action]?.label ?? titleCase(action)
