import { InboxView } from './InboxView.tsx'

/** The inbox as a page. */
export const Inbox = () => <InboxView />
