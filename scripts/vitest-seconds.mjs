// Vitest reporter that writes the seconds of each test file, including loading and hooks, which the `json`
// reporter omits.
import { writeFileSync } from 'node:fs'

export default class VitestSeconds {
  #files = []

  onTestModuleEnd(module) {
    const { collectDuration, duration } = module.diagnostic()
    this.#files.push({ path: module.moduleId, seconds: (collectDuration + duration) / 1000 })
  }

  onTestRunEnd() {
    writeFileSync(process.env.FILE_SECONDS, JSON.stringify(this.#files))
  }
}
