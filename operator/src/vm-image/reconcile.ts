import { fieldManagers } from '@gpulease/crds';
import type { VMImage } from '@gpulease/crds';
import { isDeleting } from '@gpulease/kube';
import type { ApiObject, Application, Cluster, ResourceClient } from '@gpulease/kube';
import { dataSources, dataVolumes } from '@gpulease/kube/kubevirt';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import { buildDataSource, buildImport } from './golden-image.ts';

/** Imports images, each once: what is imported is never imported again, however the image is edited. */
export class ImageImporter {
  private readonly cluster: Cluster;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  async settle(
    image: VMImage,
    actual: { dataVolume?: DataVolume | undefined; dataSource?: DataSource | undefined },
  ): Promise<undefined> {
    const wanted = buildImport(image);
    if (wanted === undefined || isDeleting(image)) return;
    if (actual.dataVolume === undefined) await this.apply(this.cluster.resource(dataVolumes), wanted);
    if (actual.dataSource === undefined)
      await this.apply(this.cluster.resource(dataSources), buildDataSource(image));
  }

  private async apply<T extends ApiObject>(client: ResourceClient<T>, object: T): Promise<void> {
    await client.apply(object as unknown as Application<T>, {
      fieldManager: fieldManagers.operator,
      force: true,
    });
  }
}
