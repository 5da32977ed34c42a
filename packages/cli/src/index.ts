export type { Terminal } from './check/run-check.ts';
export { type CheckGlbOptions, checkGlb } from './library/check-glb.ts';
export { type FixedGlbFile, type FixGlbOptions, fixGlb } from './library/fix-glb.ts';
export type {
  CheckReport,
  ClipReport,
  ContactReport,
  CountsReport,
  ErrorReport,
  FailedFileReport,
  FileReport,
  FileSummaryReport,
  FrameReport,
  MeasureReport,
  ObjectPairReport,
  PlaceReport,
  ReportOptions,
  RunReport,
  SideReport,
  SpotReport,
  WorstFrameReport,
} from './report/check-report.ts';
export { runCli } from './run-cli.ts';
export { runProcess } from './run-process.ts';
