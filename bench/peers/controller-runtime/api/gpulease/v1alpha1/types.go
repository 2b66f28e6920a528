// Package v1alpha1 holds the fields of GPULease's kinds that the peer reads and writes.
// +kubebuilder:object:generate=true
// +groupName=gpulease.dev
package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// GroupVersion is the group and version of all kinds here.
var GroupVersion = schema.GroupVersion{Group: "gpulease.dev", Version: "v1alpha1"}

// AddToScheme registers the kinds.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(GroupVersion,
		&Workload{}, &WorkloadList{}, &ComputeNode{}, &ComputeNodeList{}, &SKU{}, &SKUList{},
		&GPU{}, &GPUList{}, &Region{}, &RegionList{}, &VMImage{}, &VMImageList{})
	metav1.AddToGroupVersion(scheme, GroupVersion)
	return nil
}

// +kubebuilder:object:root=true
type Workload struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WorkloadSpec   `json:"spec"`
	Status            WorkloadStatus `json:"status,omitempty"`
}

type WorkloadSpec struct {
	SKU          string  `json:"sku"`
	SKUQuantity  int64   `json:"skuQuantity"`
	Image        string  `json:"image"`
	RootDiskSize string  `json:"rootDiskSize"`
	Region       string  `json:"region"`
	PowerState   string  `json:"powerState"`
	SSH          *SSH    `json:"ssh,omitempty"`
	Ports        []Port  `json:"ports,omitempty"`
	Pricing      Pricing `json:"pricing"`
}

type SSH struct {
	AuthorizedKeys []string `json:"authorizedKeys,omitempty"`
}

type Port struct {
	Name       string `json:"name,omitempty"`
	Protocol   string `json:"protocol"`
	Port       int32  `json:"port"`
	TargetPort int32  `json:"targetPort"`
}

type Pricing struct {
	Policy string `json:"policy"`
}

type WorkloadStatus struct {
	Phase              string             `json:"phase,omitempty"`
	Reason             string             `json:"reason,omitempty"`
	Message            string             `json:"message,omitempty"`
	Conditions         []metav1.Condition `json:"conditions,omitempty"`
	ObservedGeneration int64              `json:"observedGeneration,omitempty"`
	UpdatedAt          *metav1.Time       `json:"updatedAt,omitempty"`
	Placed             *Placed            `json:"placed,omitempty"`
	Resources          *Resources         `json:"resources,omitempty"`
	Address            string             `json:"address,omitempty"`
	SSHPort            int32              `json:"sshPort,omitempty"`
	SSHUser            string             `json:"sshUser,omitempty"`
	Endpoints          []Endpoint         `json:"endpoints,omitempty"`
	VirtualMachine     string             `json:"virtualMachine,omitempty"`
	StartedAt          *metav1.Time       `json:"startedAt,omitempty"`
	Runs               []Run              `json:"runs,omitempty"`
}

type Placed struct {
	Node string      `json:"node"`
	At   metav1.Time `json:"at"`
}

type Resources struct {
	CPU    int64         `json:"cpu"`
	Memory string        `json:"memory"`
	Disk   string        `json:"disk"`
	GPU    *GPUResources `json:"gpu,omitempty"`
}

type GPUResources struct {
	Model      string `json:"model"`
	DeviceName string `json:"deviceName"`
	Count      int64  `json:"count"`
}

type Endpoint struct {
	Protocol   string `json:"protocol"`
	Address    string `json:"address"`
	Port       int32  `json:"port"`
	TargetPort int32  `json:"targetPort"`
}

type Run struct {
	ID        string      `json:"id"`
	StartedAt metav1.Time `json:"startedAt"`
}

// +kubebuilder:object:root=true
type WorkloadList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Workload `json:"items"`
}

// +kubebuilder:object:root=true
type ComputeNode struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ComputeNodeSpec   `json:"spec"`
	Status            ComputeNodeStatus `json:"status,omitempty"`
}

type ComputeNodeSpec struct {
	Region    string        `json:"region"`
	NodeName  string        `json:"nodeName,omitempty"`
	SKUs      []string      `json:"skus"`
	State     string        `json:"state"`
	Resources NodeResources `json:"resources"`
}

type NodeResources struct {
	CPU     int64     `json:"cpu"`
	Memory  string    `json:"memory"`
	Storage string    `json:"storage"`
	GPUs    *NodeGPUs `json:"gpus,omitempty"`
}

type NodeGPUs struct {
	Model string `json:"model"`
	Count int64  `json:"count"`
}

type ComputeNodeStatus struct {
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// +kubebuilder:object:root=true
type ComputeNodeList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ComputeNode `json:"items"`
}

// +kubebuilder:object:root=true
type SKU struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              SKUSpec `json:"spec"`
}

type SKUSpec struct {
	CPU    int64     `json:"cpu"`
	Memory string    `json:"memory"`
	Disk   string    `json:"disk"`
	GPU    *NodeGPUs `json:"gpu,omitempty"`
	State  string    `json:"state"`
}

// +kubebuilder:object:root=true
type SKUList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []SKU `json:"items"`
}

// +kubebuilder:object:root=true
type GPU struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              GPUSpec `json:"spec"`
}

type GPUSpec struct {
	DeviceName string `json:"deviceName"`
}

// +kubebuilder:object:root=true
type GPUList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []GPU `json:"items"`
}

// +kubebuilder:object:root=true
type Region struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RegionSpec `json:"spec"`
}

type RegionSpec struct {
	State    string   `json:"state"`
	Exposure Exposure `json:"exposure"`
}

type Exposure struct {
	Type      string   `json:"type"`
	Addresses []string `json:"addresses,omitempty"`
}

// +kubebuilder:object:root=true
type RegionList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Region `json:"items"`
}

// +kubebuilder:object:root=true
type VMImage struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              VMImageSpec `json:"spec"`
}

type VMImageSpec struct {
	State        string `json:"state"`
	OSType       string `json:"osType"`
	Architecture string `json:"architecture"`
	DefaultUser  string `json:"defaultUser,omitempty"`
}

// +kubebuilder:object:root=true
type VMImageList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []VMImage `json:"items"`
}
