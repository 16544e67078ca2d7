import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'
import { hasMemoryToSpare } from './scripts/testing/memory-folder.ts'

const browser = await findBrowser()
if (!browser) throw new Error('No Chromium found: set CHROMIUM_PATH, or run "npx playwright install chromium".')

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // One more than the cores that CI has: tests that wait for the server or for another page leave theirs to the others.
  workers: 3,
  globalSetup: './e2e/build.ts',
  forbidOnly: Boolean(process.env.CI),
  // Bounds for what hangs, wide enough for a machine that does other work as well.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // One may fail for once on a busy machine; how many may is counted by `npm test`, which names them.
  retries: 1,
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    headless: true,
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    timezoneId: 'UTC',
    // Drawing movements costs a tenth of the run; specs of what moves allow them.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test to keep the trace of one costs a quarter of the run; `--trace on` brings it.
    trace: 'off',
    // A worker answers files before a test can; the specs about it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      args: browser.args,
      // The runner's default keeps what the browser's processes share in files on the disk, for containers with little
      // shared memory; that costs each page a twentieth of its CPU time.
      ignoreDefaultArgs: hasMemoryToSpare() ? ['--disable-dev-shm-usage'] : [],
      env: { ...(process.env as Record<string, string>), ...browser.env },
    },
  },
  // Every spec runs in both languages, those tagged @once in the first alone and those tagged @he in the second alone.
  projects: [
    { name: 'en', use: { locale: 'en-GB' }, grepInvert: /@he\b/ },
    { name: 'he', use: { locale: 'he-IL' }, grepInvert: /@once/ },
  ],
})
