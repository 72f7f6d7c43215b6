export interface Detector {
  detect: (frame: HTMLCanvasElement) => Promise<readonly { rawValue: string }[]>
}

interface NativeDetector {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

export async function loadDetector(): Promise<Detector> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  if (Native && formats.includes('qr_code')) return new Native({ formats: ['qr_code'] })
  return (await import('./zxing.ts')).createDetector()
}
