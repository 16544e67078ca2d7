import type { MakeModule } from '../../site.ts'
import { Surroundings } from './alongside.ts'
import { assignmentBehaviour } from './assignments/assignment.ts'
import { Clockwork } from './clockwork.ts'
import { followAction, followerBehaviour } from './following/follow.ts'
import { assignedTo, assignees, following } from './list-names.ts'
import { NamedEntities } from './named-entities.ts'
import { filesOfNotes, mentionedPeople } from './notes/beside-notes.ts'
import { mentionableRoutes } from './notes/mentionable.ts'
import { noteBehaviour } from './notes/note.ts'
import { skipDigestsOfToday } from './notifications/digest.ts'
import { markRoutes } from './notifications/mark.ts'
import { Notices } from './notifications/notices.ts'
import { notificationBehaviour } from './notifications/notification.ts'
import { readAbout } from './notifications/opened.ts'
import { watchWrites } from './notifications/watch.ts'
import { reminderBehaviour } from './reminders/reminder.ts'

/**
 * Working together inside records: notes about them that stay inside, who does what, who follows them, and what people
 * are told of each other's doing.
 */
const makeWorkModule: MakeModule = (site) => {
  const named = new NamedEntities()
  const notices = new Notices(site)
  const clockwork = new Clockwork(site, notices)
  return {
    app: 'platform',
    entities: new URL('./entities/', import.meta.url),
    behaviours: [
      noteBehaviour(notices),
      assignmentBehaviour(notices),
      reminderBehaviour(clockwork.run),
      followerBehaviour,
      notificationBehaviour(site),
    ],
    actions: [followAction],
    aboutFilters: [assignedTo, following],
    carried: [assignees, mentionedPeople, filesOfNotes],
    afterWrite: watchWrites(notices, named),
    alongside: new Surroundings(named).of,
    provides: {
      notifications: {
        unreadOf: ({ actor }) => notices.unreadOf(actor.user),
        opened: (ctx, record) => readAbout(site.engine, notices, ctx, record),
        onUpdate: (listener) => notices.events.listen(listener),
      },
    },
    async routes(app) {
      await app.register(mentionableRoutes(site))
      await app.register(markRoutes(site, notices))
    },
    restored: () => skipDigestsOfToday(site),
    start: () => clockwork.start(),
    stop: () => clockwork.stop(),
  }
}

export default makeWorkModule
