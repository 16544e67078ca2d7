import type { Action, Behaviour } from '../../entity/index.ts'
import type { MakeModule } from '../../site.ts'
import { backupActions } from './actions/backups.ts'
import { cloneActions } from './actions/clones.ts'
import { logActions } from './actions/logs.ts'
import { projectActions } from './actions/project.ts'
import { promotionActions } from './actions/promotions.ts'
import { recordActions } from './actions/records.ts'
import { restoreActions } from './actions/restores.ts'
import { serverActions, watchServers } from './actions/server.ts'
import { AlertRound } from './alerts/alert-round.ts'
import { markSeen } from './alerts/mark-seen.ts'
import { Backups } from './backups/backups.ts'
import { BackupClockwork } from './backups/clockwork.ts'
import { takeFinal } from './backups/final.ts'
import { readBackupKey } from './backups/key.ts'
import { backupMaker } from './backups/maker.ts'
import { finishBackups } from './backups/unfinished.ts'
import { backupPlanBehaviour } from './behaviours/backup-plan.ts'
import { backupStoreBehaviour } from './behaviours/backup-store.ts'
import { projectBehaviour } from './behaviours/project.ts'
import { projectRecordBehaviours } from './behaviours/project-records.ts'
import { serverBehaviour } from './behaviours/server.ts'
import { Clones } from './clones/clones.ts'
import { Refreshes } from './clones/refreshes.ts'
import { makeDrivers } from './drivers.ts'
import { FactsRound } from './fleet/facts-round.ts'
import { defaultTiming, type Hq, readDemoPassword } from './hq.ts'
import { projectCalls } from './project-calls.ts'
import { Promotions } from './promotions/promotions.ts'
import { BackupRecords } from './records/backup-records.ts'
import { OpenedBackups } from './records/opened-backups.ts'
import { NewProjects } from './restores/new-projects.ts'
import { Restores } from './restores/restores.ts'
import { hqRoutes } from './routes.ts'
import { seedDemoProject, seedFleet, seedHq, upgradeProjects } from './seeds.ts'
import { SessionEndings } from './session-endings.ts'
import { Supervisor } from './supervisor.ts'
import { UnderWayWork } from './under-way.ts'

/** App `hq`: projects, their staging servers, and the servers that run these (reference: hosting, Project states). */
const makeHqModule: MakeModule = (site) => {
  let key: Buffer | undefined
  const hq: Hq = {
    get backupKey() {
      key ??= readBackupKey(site.config)
      return key
    },
    heldBackups: new Set(),
    site,
    drivers: makeDrivers(),
    timing: defaultTiming,
    demoPassword: undefined,
    underWay: new UnderWayWork(() => site.engine),
  }
  const supervisor = new Supervisor(hq)
  const backups = new Backups(hq, (id, work) => supervisor.apart(id, work))
  const restores = new Restores(hq, supervisor, backups)
  const newProjects = new NewProjects(hq, supervisor)
  const opened = new OpenedBackups(hq)
  const records = new BackupRecords(hq, supervisor, opened)
  const refreshes = new Refreshes(hq, supervisor, backups)
  supervisor.beforeResume = async (id) => (await refreshes.settle(id)) || restores.settle(id)
  supervisor.takeFinal = (ctx, id) => takeFinal(hq, backups, ctx, id)
  const clockwork = new BackupClockwork(hq, backups)
  const clones = new Clones(hq, supervisor, backups)
  const promotions = new Promotions(hq, supervisor, backups)
  let stopWatching = () => {}
  const endings = new SessionEndings(hq, (id) => supervisor.runningSite(id))
  const facts = new FactsRound(hq, supervisor)
  const alerts = new AlertRound(hq)
  supervisor.onRunning = (id) => {
    site.inBackground(promotions.siteRuns(id))
    site.inBackground(endings.tell())
    site.inBackground(facts.askOne(id))
  }
  const behaviours: Behaviour[] = [
    projectBehaviour(hq, supervisor, endings, facts),
    ...projectRecordBehaviours(hq),
    backupStoreBehaviour(hq),
    backupPlanBehaviour,
    serverBehaviour(hq),
  ]
  const actions: Action[] = [
    ...projectActions(hq, supervisor),
    ...logActions(hq),
    ...serverActions(hq),
    ...backupActions(hq, backups),
    markSeen,
    ...cloneActions(clones, refreshes),
    ...promotionActions(promotions),
    ...restoreActions(restores, newProjects),
    ...recordActions(records, opened),
  ]
  return {
    app: 'hq',
    entities: new URL('./entities/', import.meta.url),
    behaviours,
    actions,
    provides: {
      linkedSites: endings,
      backupMaker: backupMaker(hq, backups, restores),
      projectCalls: projectCalls(hq, supervisor),
    },
    routes: hqRoutes(hq, facts, supervisor),
    seed: (engine, ctx) => seedHq(site, engine, ctx),
    async start() {
      // A key that cannot be read must not be found out at night.
      hq.backupKey.readUInt8()
      hq.demoPassword = await readDemoPassword(site)
      await seedFleet(site)
      await upgradeProjects(site)
      await seedDemoProject(site)
      await hq.underWay.load()
    },
    listening() {
      const finished = finishBackups(hq, backups, (id, work) => supervisor.apart(id, work))
      backups.begins(finished)
      site.inBackground(supervisor.open())
      site.inBackground(finished.then(() => clones.finish()))
      clockwork.start()
      endings.start()
      facts.start()
      alerts.start()
      stopWatching = watchServers(hq)
    },
    async leave() {
      stopWatching()
      clockwork.stop()
      facts.stop()
      alerts.stop()
      const work = [newProjects, clones, refreshes, restores, backups, opened, supervisor]
      await Promise.all(work.map((one) => one.leave()))
    },
    stop: () => endings.stop(),
  }
}

export default makeHqModule
