package v1alpha1

import metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"

// WorkloadApplyConfiguration contains the operator's fields of a Workload, for server-side apply. After an apply it holds
// the API server's response.
// +kubebuilder:object:generate=false
type WorkloadApplyConfiguration struct {
	metav1ac.TypeMetaApplyConfiguration    `json:",inline"`
	*metav1ac.ObjectMetaApplyConfiguration `json:"metadata,omitempty"`
	Status                                 *WorkloadStatus `json:"status,omitempty"`
}

// WorkloadStatusApply sets the operator's fields of a workload's status. It fails if the workload has changed since it
// was read.
func WorkloadStatusApply(workload *Workload, status *WorkloadStatus) *WorkloadApplyConfiguration {
	return &WorkloadApplyConfiguration{
		TypeMetaApplyConfiguration: *metav1ac.TypeMeta().
			WithAPIVersion(GroupVersion.String()).WithKind("Workload"),
		ObjectMetaApplyConfiguration: (&metav1ac.ObjectMetaApplyConfiguration{}).
			WithName(workload.Name).WithNamespace(workload.Namespace).
			WithResourceVersion(workload.ResourceVersion),
		Status: status,
	}
}

func (*WorkloadApplyConfiguration) IsApplyConfiguration() {}

func (c *WorkloadApplyConfiguration) GetName() *string       { return c.Name }
func (c *WorkloadApplyConfiguration) GetNamespace() *string  { return c.Namespace }
func (c *WorkloadApplyConfiguration) GetKind() *string       { return c.Kind }
func (c *WorkloadApplyConfiguration) GetAPIVersion() *string { return c.APIVersion }
