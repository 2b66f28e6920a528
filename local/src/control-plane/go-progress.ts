const REPORT_EVERY_MS = 10_000;
/** Line that consists of an import path. */
const isPackage = /^[\w.~/-]+$/;
const isDownload = /^go: (downloading|finding) /;

export interface GoProgressOptions {
  report: (line: string) => void;
  /** Milliseconds since an arbitrary fixed moment. */
  now: () => number;
  /** Maximum number of modules to download. */
  modules: number;
}

/** Reports the progress of a Go build every ten seconds, from its output. Passes errors through. */
export class GoProgress {
  private readonly options: GoProgressOptions;
  private downloaded = 0;
  private compiled = 0;
  private packages = 0;
  private compilingSince = 0;
  private reportedAt: number;

  constructor(options: GoProgressOptions) {
    this.options = options;
    this.reportedAt = options.now();
  }

  /** Marks the start of the compilation of at most `packages` packages. */
  startCompiling(packages: number): void {
    this.packages = packages;
    this.compilingSince = this.options.now();
  }

  /** Reads a line of Go's output. */
  read(line: string): void {
    if (isDownload.test(line)) this.downloaded += 1;
    else if (isPackage.test(line)) this.compiled += 1;
    else return this.options.report(line);
    this.reportWhenDue();
  }

  private reportWhenDue(): void {
    const now = this.options.now();
    if (now - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = now;
    this.options.report(this.compiled === 0 ? this.downloads() : this.compilation(now));
  }

  private downloads(): string {
    return `  ${this.downloaded} of at most ${this.options.modules} Go modules downloaded`;
  }

  private compilation(now: number): string {
    const left = Math.max(this.packages - this.compiled, 0);
    const msLeft = ((now - this.compilingSince) / this.compiled) * left;
    return `  ${this.compiled} of at most ${this.packages} packages compiled, ${timeLeft(msLeft)}`;
  }
}

function timeLeft(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return 'less than a minute left';
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`;
}
