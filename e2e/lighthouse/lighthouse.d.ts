// Types of Lighthouse that these tests use. The package is installed only by `npm run lighthouse`.

declare module 'lighthouse' {
  interface Audit {
    title: string
    score: number | null
    numericValue?: number
    displayValue?: string
  }

  interface Category {
    id: string
    score: number | null
    auditRefs: { id: string; weight: number }[]
  }

  interface Report {
    categories: Record<string, Category>
    audits: Record<string, Audit>
    runtimeError?: { message: string }
  }

  interface Flags {
    port: number
    logLevel: 'error'
    onlyCategories: string[]
    throttling: { cpuSlowdownMultiplier: number }
    disableFullPageScreenshot: boolean
  }

  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Report } | undefined>
}

declare module 'lighthouse/core/lib/page-functions.js' {
  export const pageFunctions: { computeBenchmarkIndex(): number }
}
